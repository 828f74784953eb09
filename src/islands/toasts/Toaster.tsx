import * as Toast from '@radix-ui/react-toast';
import { useSyncExternalStore } from 'react';
import { toHref } from '#domain/links.ts';
import { takeFocus } from '../take-focus.ts';
import { dismissToast, readToast, subscribeToToasts } from './toast-store.ts';
import './toasts.css';

/**
 * The notifications of section 8, once in each island that shows any. The server does not render it, because the list
 * has a style attribute, which the content security policy forbids there. Duration, swipe distance and hotkey are
 * section 9's.
 */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToasts, readToast, () => null);
  if (toast === null) return null;
  const { id, title, description, next, phone, variant, stays, takesFocus, open } = toast;
  return (
    // Each toast has its own provider. A toast that is closed while hovered or focused leaves its provider paused, and
    // the next toast would stay forever.
    <Toast.Provider
      key={id}
      duration={stays ? Number.POSITIVE_INFINITY : 5000}
      swipeThreshold={50}
      swipeDirection="right"
    >
      <Toast.Root
        ref={takesFocus ? takeFocus : null}
        className={`toast ${variant}`}
        open={open}
        onOpenChange={(isOpen) => {
          if (!isOpen) dismissToast();
        }}
      >
        <Toast.Title className="toast-title">{title}</Toast.Title>
        {/* The texts are announced as one: without the spaces, two words would run together. */}
        {description !== undefined && <Toast.Description> {linkPhone(description, phone)}</Toast.Description>}
        {next !== undefined && <p> {linkPhone(next, phone)}</p>}
        <Toast.Close className="toast-close" aria-label="Close">
          <span aria-hidden="true">×</span>
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport className="toast-region" hotkey={['F8']} />
    </Toast.Provider>
  );
}

function linkPhone(text: string, phone = '') {
  const [before, after] = phone === '' ? [text] : text.split(phone);
  if (after === undefined) return text;
  return (
    <>
      {before}
      <a href={toHref(`tel:${phone}`)}>{phone}</a>
      {after}
    </>
  );
}
