import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useContext, useEffect, useId, useRef, useState } from 'react';
import type { WeekAvailability } from '#domain/delivery/weeks.ts';
import type { OrderChange, OrderRefund } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { statusLabel } from '#domain/orders/order-status.ts';
import { changeOrder, readFailure, refundOrder } from '../../../browser/admin-order-calls.ts';
import { createUuid } from '../../../browser/random-id.ts';
import { OFFERED_WEEKS_URL } from '../../../browser/week-options.ts';
import { CancelDialog } from './CancelDialog.tsx';
import {
  type Draft,
  fillFields,
  listAllowedStatuses,
  listWeekOptions,
  previewChange,
  readChange,
} from './draft.ts';
import { describeField, FailureAlert, Field } from './Field.tsx';
import { RoleContext } from './session.ts';
import { useOrderMutation } from './use-order-mutation.ts';

const MOST_ROWS = 3;
const SHOWN = 'This is the order as it is now. What you entered is still here.';

/** Status, tracking number and delivery week of one order, saved in one step. */
export function ChangeForm({ order }: { readonly order: OrderListItem }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const note = useRef<HTMLParagraphElement>(null);
  const [draft, setDraft] = useState<Draft>({});
  const [message, setMessage] = useState('');
  const weeks = useQuery<{ weeks: WeekAvailability[] }>({ queryKey: [OFFERED_WEEKS_URL] });
  const dialog = useRef<HTMLDialogElement>(null);
  // One refund, however often it is asked for after a lost answer.
  const [requestId] = useState(createUuid);
  const { mutation, isBusy, show } = useOrderMutation<OrderChange | OrderRefund>({
    order,
    send: (asked) => ('requestId' in asked ? refundOrder(order.id, asked) : changeOrder(order.id, asked)),
    preview: (asked) => ('requestId' in asked ? order : previewChange(order, asked)),
  });
  const { error } = mutation;
  const failure = error === null ? null : readFailure(error);
  const role = useContext(RoleContext);
  const steps = listAllowedStatuses(order).filter(
    (step) => role === 'owner' || (step !== 'cancelled' && order.status !== 'cancelled'),
  );
  const fields = fillFields(order, draft);
  const options = listWeekOptions(order, weeks.data?.weeks ?? []);

  // Focuses the first field with an error, once the error is in the page.
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);

  const enter = (part: Draft) => {
    setDraft({ ...draft, ...part });
    setMessage('');
  };
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const change = readChange(order, draft);
    setMessage('');
    if (change === null) return setMessage('There is nothing to save yet.');
    const hasMoney = order.paymentStatus === 'succeeded' && !order.isRefunded;
    if (change.status === 'cancelled' && hasMoney) return dialog.current?.showModal();
    await make(change, 'Saved.');
  };
  const make = async (asked: OrderChange | OrderRefund, done: string) => {
    try {
      await mutation.mutateAsync(asked);
      setDraft({});
      setMessage(done);
    } catch {
      // Shown beside the fields.
    }
  };
  const cancel = (money: 'refund' | 'later') => {
    const change = readChange(order, draft);
    if (change === null) return;
    const { version, reason } = change;
    return money === 'later'
      ? make(change, 'Cancelled. Its payment is still to be refunded.')
      : make({ boxes: order.boxes.left, requestId, version, reason }, 'Cancelled and refunded.');
  };
  const fieldOf = (name: keyof Draft, hint?: string) => ({
    id: `${id}${name}`,
    hint,
    error: failure?.fields[name],
  });
  const status = fieldOf('status');
  const tracking = { ...fieldOf('trackingNumbers'), about: `${id}about` };
  const week = fieldOf(
    'deliveryWeek',
    weeks.isError ? 'The other weeks could not be loaded. Press Refresh to try again.' : undefined,
  );
  const reason = fieldOf('reason');
  const numbers = {
    ...describeField(tracking),
    name: 'trackingNumbers',
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
    value: fields.trackingNumbers,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      enter({ trackingNumbers: event.target.value }),
  };

  return (
    <form
      className="form admin-form"
      noValidate
      ref={form}
      onSubmit={save}
      aria-label={`Change ${order.orderNumber}`}
    >
      <h3>Change this order</h3>
      <p className="hint" id={`${id}about`}>
        {order.customerEmail === '' && role === 'owner'
          ? 'The buyer has no e-mail address, so please tell them yourself of what you change.'
          : 'We e-mail the buyer about a tracking number, another week or a cancellation.'}{' '}
        Tracking numbers mark the order as shipped. Taking it back to processing removes them. The reason is
        kept in the history.
      </p>
      <div className="admin-fields">
        {steps.length > 0 && (
          <Field label="Status" {...status}>
            <select
              {...describeField(status)}
              value={fields.status}
              onChange={(event) => enter({ status: event.target.value })}
            >
              {[order.status, ...steps].map((step) => (
                <option key={step} value={step}>
                  {statusLabel(step)}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Field label="Delivery week" {...week}>
          <select
            {...describeField(week)}
            name="deliveryWeek"
            value={fields.deliveryWeek}
            onChange={(event) => enter({ deliveryWeek: event.target.value })}
          >
            {options.map(({ value, label, isDisabled }) => (
              <option key={value} value={value} disabled={isDisabled}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field
          label={order.quantity === 1 ? 'Tracking number' : 'Tracking numbers, one a line'}
          {...tracking}
        >
          {order.quantity === 1 ? (
            <input {...numbers} />
          ) : (
            <textarea {...numbers} rows={Math.min(order.quantity, MOST_ROWS)} />
          )}
        </Field>
        <Field label="Reason (optional)" {...reason}>
          <input
            {...describeField(reason)}
            autoComplete="off"
            maxLength={500}
            value={fields.reason}
            onChange={(event) => enter({ reason: event.target.value })}
          />
        </Field>
      </div>
      {failure !== null && !Object.keys(failure.fields).some((name) => name in fields) && (
        <FailureAlert
          failure={failure}
          onShow={(current) => {
            show(current);
            mutation.reset();
            setMessage(SHOWN);
            note.current?.focus();
          }}
        />
      )}
      {role === 'owner' && (
        <CancelDialog dialog={dialog} order={order} onCancel={(money) => void cancel(money)} />
      )}
      <div className="actions">
        <button className="button" type="submit" aria-disabled={isBusy || undefined}>
          {mutation.isPending ? 'Saving...' : 'Save changes'}
        </button>
        <p role="status" tabIndex={-1} ref={note}>
          {message}
        </p>
      </div>
    </form>
  );
}
