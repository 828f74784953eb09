import * as Toast from '@radix-ui/react-toast';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { dismissToast, readToasts, subscribeToToasts } from './toast-store.ts';
import './toasts.css';

const NONE = () => [];

/**
 * The notifications of section 8, once in each island that shows any. Rendered after mount only: the list that the
 * server would render carries a style attribute, which the content security policy forbids. Duration, swipe distance
 * and hotkey are section 9's.
 */
export function Toaster() {
  const [isMounted, setMounted] = useState(false);
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, NONE);
  useEffect(() => setMounted(true), []);
  if (!isMounted) return null;
  return (
    <Toast.Provider duration={5000} swipeThreshold={50} swipeDirection="right">
      {toasts.map(({ id, title, description, variant, open }) => (
        <Toast.Root
          key={id}
          className={`toast ${variant}`}
          open={open}
          onOpenChange={(isOpen) => {
            if (!isOpen) dismissToast(id);
          }}
        >
          <Toast.Title className="toast-title">{title}</Toast.Title>
          {description !== undefined && <Toast.Description>{description}</Toast.Description>}
          <Toast.Close className="toast-close" aria-label="Close">
            <span aria-hidden="true">×</span>
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="toast-region" hotkey={['F8']} />
    </Toast.Provider>
  );
}
