import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { suggestEmail } from '#domain/email-suggestion.ts';
import { checkOrderField, readOrder } from '#domain/orders/order-entries.ts';
import { describeOrderProblem, EMAIL_SUGGESTION_ID, orderControlId } from '#forms/order-form.ts';
import { clearFormProblem, showFieldError, showFormProblem } from '#forms/show-problem.ts';
import { readFormEntries } from '../../browser/form-entries.ts';
import { keepOrderDraft } from '../../browser/order-draft.ts';
import { CHECKOUT_PATH, hasPaidOrder, storeEnteredOrder } from '../../browser/stored-order.ts';
import { markGoneWeeks } from '../../browser/week-options.ts';
import { useFormEvents } from '../use-form-events.ts';
import { EmailSuggestion } from './EmailSuggestion.tsx';
import {
  isAfterCheckout,
  isOrderField,
  readDeliveryArea,
  readUnitPrice,
  restoreEntries,
  settleQuantity,
  showTotal,
} from './form.ts';
import { LastOrder } from './LastOrder.tsx';
import '../../styles/panels.css';
import './order.css';

/*
 * The order form, for what it can do before it is sent: a total that follows the quantity, mistakes shown at once,
 * entries that outlive a reload, and the checkout on our own page. Without script the same form is posted, and paid
 * for on Stripe's page.
 */

/** Beside the form that was built, or that the service has filled. */
export default function BranchBoxOrder() {
  const form = useRef(document.getElementById('order-form') as HTMLFormElement).current;
  /** From the first try to send the form on, fields are checked as they change. */
  const isChecked = useRef(false);
  /** The address that a suggestion was made for: sent again, it is taken as it is. */
  const insistedOn = useRef<string>(null);
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const [isPaid, setPaid] = useState(false);

  useEffect(() => {
    isChecked.current = form.querySelector('.summary') !== null;
    restoreEntries(form);
    showTotal(form);
    setPaid(hasPaidOrder() && !isAfterCheckout());
    const weeks = form.elements.namedItem('deliveryWeek');
    if (weeks instanceof HTMLSelectElement) void markGoneWeeks(weeks);
  }, [form]);

  const handleInput = (event: Event) => {
    const { name } = event.target as HTMLInputElement;
    if (!name) return;
    keepOrderDraft(readFormEntries(form));
    if (name === 'quantity') showTotal(form);
    if (name === 'customerEmail') setSuggestion(null);
    if (isChecked.current) recheck(form, name);
  };

  // Section 5: what is no whole number of at least 1 becomes 1, once it has been entered.
  const handleChange = (event: Event) => {
    if ((event.target as HTMLInputElement).name !== 'quantity') return;
    settleQuantity(form);
    recheck(form, 'quantity');
  };

  const handleSubmit = (event: Event) => {
    event.preventDefault();
    settleQuantity(form);
    // Also where it was paid for in another tab: the checkout completes it.
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
    // A browser that keeps nothing for us pays on Stripe's page, as one without script does.
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
