import { type SubmitEvent, useId, useRef, useState } from 'react';
import { formatPrice, type Pence, parsePounds, toPence, toPounds } from '#domain/money.ts';
import { priceRefund } from '#domain/orders/describe-order.ts';
import type { OrderRefund } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { isSignedOut } from '../../../browser/admin-calls.ts';
import { readFailure, refundOrder } from '../../../browser/admin-order-calls.ts';
import { createUuid } from '../../../browser/random-id.ts';
import { describeField, FailureAlert, Field } from './Field.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { describeHandBack, readLeft } from './refund-facts.ts';
import { useOrderMutation } from './use-order-mutation.ts';

const UNKNOWN = 'We do not know yet whether the money has gone back. Ask again: nothing is paid twice.';

interface RefundFormProps {
  readonly order: OrderListItem;
  /** How many boxes are chosen; 0 for goodwill. */
  readonly boxes: number;
  readonly onBoxes: (boxes: number) => void;
}

/**
 * Refunds boxes, or any sum as goodwill. It shows the amount, asks for confirmation, and never shows a refund before
 * the response confirms it.
 */
export function RefundForm({ order, boxes: chosen, onBoxes }: RefundFormProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const note = useRef<HTMLParagraphElement>(null);
  const [reason, setReason] = useState('');
  const [sum, setSum] = useState('');
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [message, setMessage] = useState('');
  const { mutation, isBusy, show } = useOrderMutation<OrderRefund>({
    order,
    send: (refund) => refundOrder(order.id, refund),
    preview: () => order,
  });
  const failure = mutation.isError ? readFailure(mutation.error) : null;
  // A refund with an unknown result is repeated unchanged, with the same id.
  const unknown = failure !== null && !failure.isRefused ? mutation.variables : undefined;
  const left = readLeft(order);
  const byHand = describeHandBack(order);
  const moneyLeft = toPence(left.pence);
  const boxes = Math.min(unknown ? (unknown.boxes ?? 0) : chosen, left.boxes);
  const goodwill = parsePounds(unknown?.goodwill ?? sum.trim().replace(/^£/, ''));
  const pence = boxes === 0 ? goodwill : priceRefund(left, boxes);
  const amount = formatPrice(pence ?? toPence(0));
  const hasMoney = moneyLeft > 0;

  const refund = async (asked: OrderRefund) => {
    if (isBusy) return;
    setMessage('');
    try {
      const fresh = await mutation.mutateAsync(asked);
      setReason('');
      setSum('');
      onBoxes(1);
      setMessage(
        `Done: £${fresh.refundedAmount} has gone back in all${byHand === null ? '' : ', including what you give back yourself'}.`,
      );
      // The button that had the focus may be gone.
      note.current?.focus();
    } catch {
      // Shown below the fields.
    }
  };
  const ask = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    if (unknown) return void refund(unknown);
    const found = boxes === 0 ? findMistakes(goodwill, moneyLeft, reason) : {};
    setMistakes(found);
    if (Object.keys(found).length === 0) dialog.current?.showModal();
  };
  const confirm = () => {
    dialog.current?.close();
    const why = reason.trim();
    const { version } = order;
    const back = boxes === 0 ? { goodwill: toPounds(goodwill ?? toPence(0)) } : { boxes };
    void refund({ ...back, requestId: createUuid(), version, ...(why !== '' && { reason: why }) });
  };
  const errors = { ...failure?.fields, ...mistakes };
  const count = { id: `${id}boxes`, error: errors.boxes };
  const pounds = { id: `${id}sum`, error: errors.goodwill };
  const why = { id: `${id}reason`, error: errors.reason };

  return (
    <div className="admin-refund">
      {order.paymentStatus === 'succeeded' && order.paidAmount === null && (
        <p>This was not paid in pounds. Please refund it on Stripe’s own pages.</p>
      )}
      {(hasMoney || unknown) && (
        <form
          className="form admin-form"
          noValidate
          onSubmit={ask}
          aria-label={`Refund ${order.orderNumber}`}
        >
          <h3>Refund</h3>
          {byHand !== null && <p className="hint">{byHand}</p>}
          <div className="admin-fields">
            <Field label="Boxes to refund" {...count}>
              <select
                {...describeField(count)}
                name="boxes"
                disabled={unknown !== undefined}
                value={boxes}
                onChange={(event) => onBoxes(Number(event.target.value))}
              >
                {Array.from({ length: left.boxes }, (_, index) => index + 1).map((each) => (
                  <option key={each} value={each}>
                    {each === left.boxes ? `${each} (all that is left)` : each}
                  </option>
                ))}
                <option value={0}>None: a sum as goodwill</option>
              </select>
            </Field>
            {boxes === 0 && (
              <Field label="Sum in pounds" {...pounds}>
                <input
                  {...describeField(pounds)}
                  autoComplete="off"
                  inputMode="decimal"
                  maxLength={12}
                  disabled={unknown !== undefined}
                  value={unknown?.goodwill ?? sum}
                  onChange={(event) => setSum(event.target.value)}
                />
              </Field>
            )}
            <Field label={boxes === 0 ? 'Reason' : 'Reason (optional)'} {...why}>
              <input
                {...describeField(why)}
                autoComplete="off"
                maxLength={500}
                disabled={unknown !== undefined}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          </div>
          {failure !== null && (
            <FailureAlert
              failure={
                unknown && !isSignedOut(mutation.error)
                  ? { ...failure, message: `${failure.message} ${UNKNOWN}` }
                  : failure
              }
              onShow={(current) => {
                show(current);
                mutation.reset();
                setMessage('This is the order as it is now. You have refunded nothing.');
                note.current?.focus();
              }}
            />
          )}
          <div className="actions">
            <button className="button quiet" type="submit" aria-disabled={isBusy || undefined}>
              {mutation.isPending
                ? 'Refunding...'
                : unknown
                  ? 'Ask again'
                  : pence === null
                    ? 'Refund'
                    : `Refund ${amount}`}
            </button>
          </div>
        </form>
      )}
      <p role="status" tabIndex={-1} ref={note}>
        {message}
      </p>
      <RefundDialog
        dialog={dialog}
        order={order}
        boxes={boxes}
        isRest={pence === moneyLeft}
        amount={amount}
        onConfirm={confirm}
      />
    </div>
  );
}

type Mistakes = Readonly<Partial<Record<string, string>>>;

function findMistakes(sum: Pence | null, left: Pence, reason: string): Mistakes {
  return {
    ...((sum === null || sum === 0 || sum > left) && {
      goodwill: `Please enter a sum of up to ${formatPrice(left)}: that is what is left of the payment.`,
    }),
    ...(reason.trim() === '' && { reason: 'Please say what it is for, for the books.' }),
  };
}
