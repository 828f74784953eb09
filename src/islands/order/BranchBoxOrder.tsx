import '../../styles/panels.css';
import './order.css';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { suggestEmail } from '#domain/email-suggestion.ts';
import { checkOrderField, readOrder } from '#domain/orders/order-entries.ts';
import { describeOrderProblem, EMAIL_SUGGESTION_ID, orderControlId } from '#forms/order-form.ts';
import { clearFormProblem, showFieldError, showFormProblem } from '#forms/show-problem.ts';
import { readFormEntries } from '../../browser/form-entries.ts';
import {
  CHECKOUT_PATH,
  hasPaidOrder,
  keepOrderDraft,
  storeEnteredOrder,
} from '../../browser/stored-order.ts';
import { markUnavailableWeeks } from '../../browser/week-options.ts';
import { useFormEvents } from '../use-form-events.ts';
import {
  isAfterCheckout,
  isOrderField,
  readDeliveryArea,
  readUnitPrice,
  restoreEntries,
  settleQuantity,
  showTotal,
} from './form.ts';
import { EmailSuggestion, LastOrder } from './notices.tsx';

/* The order form's script: the total follows the quantity, mistakes show at once, entries survive a reload, and the
   checkout is on our own page. Without script the same form is posted, and paid for on Stripe's page. */

/** Beside the form, which the build or the service has rendered. */
export default function BranchBoxOrder() {
  const form = useRef(document.getElementById('order-form') as HTMLFormElement).current;
  /** After the first attempt to submit, fields are checked when they change. */
  const isChecked = useRef(false);
  /** The e-mail address for which a suggestion was shown. Submitted again, it is accepted. */
  const insistedOn = useRef<string>(null);
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const [isPaid, setPaid] = useState(false);

  useEffect(() => {
    isChecked.current = form.querySelector('.summary') !== null;
    restoreEntries(form);
    showTotal(form);
    setPaid(hasPaidOrder() && !isAfterCheckout());
    const weeks = form.elements.namedItem('deliveryWeek');
    if (weeks instanceof HTMLSelectElement) void markUnavailableWeeks(weeks);
  }, [form]);

  const handleInput = (event: Event) => {
    const { name } = event.target as HTMLInputElement;
    if (!name) return;
    keepOrderDraft(readFormEntries(form));
    if (name === 'quantity') showTotal(form);
    if (name === 'customerEmail') setSuggestion(null);
    if (isChecked.current) recheck(form, name);
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
    if (hasPaidOrder()) return location.assign(CHECKOUT_PATH);
    isChecked.current = true;
    setSuggestion(null);
    const read = readOrder(readFormEntries(form), readUnitPrice(form), readDeliveryArea(form));
    if ('errors' in read) return showFormProblem(form, describeOrderProblem(read));
    clearFormProblem(form);
    const { customerEmail } = read.order;
    const suggested = suggestEmail(customerEmail);
    if (suggested !== null && insistedOn.current !== customerEmail) {
      insistedOn.current = customerEmail;
      return setSuggestion(suggested);
    }
    if (storeEnteredOrder(read.order)) return location.assign(CHECKOUT_PATH);
    // A browser without storage pays on Stripe's page, like one without script.
    form.submit();
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
      {isPaid && (
        <div className="order-paid">
          <LastOrder />
        </div>
      )}
      {suggestion !== null &&
        place &&
        createPortal(<EmailSuggestion suggestion={suggestion} onTake={takeSuggestion} />, place)}
    </>
  );
}

function recheck(form: HTMLFormElement, name: string): void {
  if (!isOrderField(name)) return;
  const message = checkOrderField(name, readFormEntries(form), readUnitPrice(form), readDeliveryArea(form));
  showFieldError(form, { controlId: orderControlId(name), message });
}
