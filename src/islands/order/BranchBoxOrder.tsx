import '../../styles/panels.css';
import './order.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { suggestEmail } from '#domain/email-suggestion.ts';
import { checkOrderField, readOrder } from '#domain/orders/order-entries.ts';
import { DELIVERY_RULES } from '#domain/orders/order-rules.ts';
import { correctEntries } from '#domain/plain-text.ts';
import { describeOrderProblem, EMAIL_SUGGESTION_ID, orderControlId } from '#forms/order-form.ts';
import { clearFormProblem, showFieldError, showFormProblem } from '#forms/show-problem.ts';
import { readFormEntries, writeFormEntries } from '../../browser/form-entries.ts';
import { type KeptOrder, readCompletedOrder } from '../../browser/kept-order.ts';
import { keepOrderDraft, readOrderDraft } from '../../browser/order-draft.ts';
import {
  CHECKOUT_PATH,
  hasPaidOrder,
  keepRefused,
  type RefusedCheckout,
  readRefused,
  storeEnteredOrder,
} from '../../browser/stored-order.ts';
import { markWeeks } from '../../browser/week-options.ts';
import { useFormEvents } from '../use-form-events.ts';
import {
  isAfterCheckout,
  isOrderField,
  readDeliveryArea,
  readUnitPrice,
  restoreEntries,
  settleQuantity,
  showChoice,
} from './form.ts';
import { CheckoutRefused, EmailSuggestion, JustOrdered, LastOrder } from './notices.tsx';

/* The order form's script: week and total follow the choice, mistakes show at once, entries survive a reload, and the
   checkout is on our own page. Without script the same form is posted, and paid for on Stripe's page. */

/** Beside the form, which the build or the service has rendered. Once the last week has closed there is none. */
export default function BranchBoxOrder() {
  const form = document.getElementById('order-form');
  return form instanceof HTMLFormElement && <OrderScript form={form} />;
}

function OrderScript({ form }: { readonly form: HTMLFormElement }) {
  /** After the first attempt to submit, fields are checked when they change. */
  const isChecked = useRef(false);
  /** The e-mail address for which a suggestion was shown. Submitted again, it is accepted. */
  const insistedOn = useRef<string>(null);
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const [notices, setNotices] = useState<Notices>({});

  useEffect(() => {
    isChecked.current = form.querySelector('.summary') !== null;
    const found = readNotices();
    // A field with the focus is one that somebody has reached since.
    if (found.isBack && !form.contains(document.activeElement)) clearOrdered(form);
    restoreEntries(form);
    showChoice(form);
    setNotices(found);
    void markWeeks(form, orderControlId('deliveryWeek'));
  }, [form]);
  // The page is restored as it was left, on the way to the checkout.
  const reopen = useEffectEvent(() => {
    showLeaving(form, false);
    const found = readNotices();
    if (found.ordered) clearOrdered(form);
    setNotices({ ...found, isBack: true });
  });
  useEffect(() => {
    const gone = new AbortController();
    addEventListener('pageshow', ({ persisted }) => persisted && reopen(), gone);
    return () => gone.abort();
  }, []);

  const handleInput = (event: Event) => {
    const { name } = event.target as HTMLInputElement;
    if (!name) return;
    keepOrderDraft(readFormEntries(form));
    if (name === 'quantity' || name === 'deliveryWeek') showChoice(form);
    if (name === 'customerEmail') setSuggestion(null);
    if (notices.refused?.isAboutWeek && (name === 'deliveryWeek' || name === 'quantity')) forgetRefused();
    // What is mended goes at once: later, it would move what somebody is about to press.
    const isWrong = (event.target as HTMLInputElement).ariaInvalid === 'true';
    if (isChecked.current || isWrong) recheck(form, name);
  };

  // Section 5: a value that is not a whole number of at least 1 becomes 1 after it is entered.
  const handleChange = (event: Event) => {
    if ((event.target as HTMLInputElement).name !== 'quantity') return;
    settleQuantity(form);
    recheck(form, 'quantity');
  };

  const handleSubmit = (event: Event) => {
    event.preventDefault();
    settleQuantity(form);
    // Also if another tab paid for it: the checkout completes it.
    if (hasPaidOrder()) return leave(form);
    isChecked.current = true;
    setSuggestion(null);
    const read = readOrder(readFormEntries(form), readUnitPrice(form), readDeliveryArea(form));
    if ('errors' in read) {
      writeFormEntries(form, correctEntries(DELIVERY_RULES, readFormEntries(form)));
      return showFormProblem(form, describeOrderProblem(read));
    }
    clearFormProblem(form);
    const { customerEmail } = read.order;
    const suggested = suggestEmail(customerEmail);
    if (suggested !== null && insistedOn.current !== customerEmail) {
      insistedOn.current = customerEmail;
      return setSuggestion(suggested);
    }
    forgetRefused();
    if (storeEnteredOrder(read.order)) return leave(form);
    // A browser without storage pays on Stripe's page, like one without script.
    form.submit();
  };

  const forgetRefused = () => {
    keepRefused(null);
    setNotices(({ refused, ...others }) => others);
  };

  const takeSuggestion = () => {
    const control = document.getElementById(orderControlId('customerEmail'));
    if (!(control instanceof HTMLInputElement) || suggestion === null) return;
    control.value = suggestion;
    setSuggestion(null);
    control.focus();
    if (control.form) keepOrderDraft(readFormEntries(control.form));
  };

  useFormEvents(form, { input: handleInput, change: handleChange, submit: handleSubmit });

  const place = suggestion === null ? null : document.getElementById(EMAIL_SUGGESTION_ID);
  return (
    <>
      {Object.keys(notices).length > 0 && (
        <div className="order-notices">
          {notices.isPaid && <LastOrder />}
          {notices.ordered && <JustOrdered order={notices.ordered} takesFocus={notices.isBack === true} />}
          {notices.refused && (
            <CheckoutRefused
              refused={notices.refused}
              phone={readDeliveryArea(form).phone}
              onRetry={() => form.requestSubmit()}
            />
          )}
        </div>
      )}
      {suggestion !== null &&
        place &&
        createPortal(<EmailSuggestion suggestion={suggestion} onTake={takeSuggestion} />, place)}
    </>
  );
}

/** The browser brings back what has been ordered. Whatever was entered since is a draft. */
function clearOrdered(form: HTMLFormElement): void {
  if (readOrderDraft() === null) form.reset();
  showChoice(form);
}

/** What the buyer must know before ordering. */
interface Notices {
  /** An order is paid for but not completed. */
  readonly isPaid?: boolean;
  /** The order that this tab has completed. */
  readonly ordered?: KeptOrder;
  readonly refused?: RefusedCheckout;
  /** Whether the buyer has come back to this page. */
  readonly isBack?: boolean;
}

function readNotices(): Notices {
  if (isAfterCheckout()) return {};
  if (hasPaidOrder()) return { isPaid: true };
  const refused = readRefused();
  const known = readCompletedOrder();
  const ordered = known?.receipt && known;
  // It is said once, and what this tab has ordered says more.
  if (refused?.isEmpty) keepRefused(null);
  if (refused && !(refused.isEmpty && ordered)) return { refused };
  return ordered ? { ordered, isBack: isReturn() } : {};
}

/** Whether this page was reached with the browser's own back or forward button. */
function isReturn(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'back_forward';
}

function recheck(form: HTMLFormElement, name: string): void {
  if (!isOrderField(name)) return;
  const message = checkOrderField(name, readFormEntries(form), readUnitPrice(form), readDeliveryArea(form));
  showFieldError(form, { controlId: orderControlId(name), message });
}

function leave(form: HTMLFormElement): void {
  showLeaving(form, true);
  location.assign(CHECKOUT_PATH);
}

/** On a slow line the checkout takes seconds to come. */
function showLeaving(form: HTMLFormElement, isLeaving: boolean): void {
  const button = form.querySelector('[type="submit"]');
  if (button) button.ariaBusy = String(isLeaving);
}
