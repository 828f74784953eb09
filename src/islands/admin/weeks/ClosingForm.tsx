import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { countOf } from '#domain/count.ts';
import { type WeekAvailability, weekLabel } from '#domain/delivery/weeks.ts';
import { formatSum } from '#domain/money.ts';
import {
  LONGEST_NOTE,
  type WeekAction,
  type WeekJobRequest,
  type WeekPlan,
  writeClosingNote,
} from '#domain/orders/week-jobs.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { previewMail } from '../../../browser/week-calls.ts';
import { OFFERED_WEEKS_URL } from '../../../browser/week-options.ts';
import { describeFailure } from '../bulk/BulkOutcome.tsx';
import { describeField, Field } from '../order/Field.tsx';
import { countOrders, countRefunds } from './describe-plan.ts';

export type ClosingWish = Omit<WeekJobRequest, 'id'>;

interface ClosingFormProps {
  readonly plan: WeekPlan;
  readonly isBusy: boolean;
  readonly onChoose: (wish: ClosingWish) => void;
  readonly onSetClosed: (isClosed: boolean) => void;
}

const NOTHING = 'nothing';

/** What happens to a closed week's orders, and the farm's words to their buyers. */
export function ClosingForm({ plan, isBusy, onChoose, onSetClosed }: ClosingFormProps) {
  const id = useId();
  const [action, setAction] = useState<WeekAction | typeof NOTHING>(NOTHING);
  const [typedWeek, setTypedWeek] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const offered = useQuery<{ weeks: WeekAvailability[] }>({
    queryKey: [OFFERED_WEEKS_URL, 'closing'],
    gcTime: 0,
  });
  const preview = useMutation({ mutationFn: (wish: ClosingWish) => previewMail(plan.week, wish) });

  const targets = (offered.data?.weeks ?? []).filter(({ id: week }) => week !== plan.week);
  // The next one that can take them is what most would choose.
  const next = targets.find(
    (each) => each.state === 'open' && each.id > plan.week && hasRoom(each, plan.boxes),
  );
  const toWeek = typedWeek || (next?.id ?? targets[0]?.id ?? '');
  const target = targets.find((each) => each.id === toWeek);
  const note = typed ?? (action === NOTHING ? '' : writeClosingNote(action, plan.week, toWeek));
  const wish: ClosingWish | null =
    action === NOTHING ? null : { action, note, ...(action === 'move' && { toWeek }) };
  const change = (apply: () => void) => {
    preview.reset();
    apply();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    if (wish) onChoose(wish);
    else onSetClosed(!plan.isClosed);
  };
  const choice = (value: typeof action, label: string) => (
    <label className="choice">
      <input
        type="radio"
        name={`${id}action`}
        checked={action === value}
        onChange={() => change(() => setAction(value))}
      />
      <span>{label}</span>
    </label>
  );
  const words = { id: `${id}note`, hint: 'They go at the top of each buyer’s e-mail.' };
  const week = { id: `${id}week`, about: `${id}room` };

  return (
    <form className="form admin-form" onSubmit={submit}>
      {plan.leftOut.length > 0 && (
        <details>
          <summary>{describeLeftOut(plan)}</summary>
          <ul>
            {plan.leftOut.map(({ reason, orderNumbers }) => (
              <li key={reason}>
                {orderNumbers.length} × {reason} {orderNumbers.join(', ')}
              </li>
            ))}
          </ul>
        </details>
      )}
      <fieldset className="fields">
        <legend>{plan.isClosed ? 'The week is closed to new orders' : 'What happens to its orders?'}</legend>
        {choice(NOTHING, plan.isClosed ? 'Open it to new orders again' : 'They stay; only new orders stop')}
        {plan.orders > 0 && choice('move', 'Move all to another week')}
        {plan.orders > 0 && choice('refund', 'Cancel and refund all')}
      </fieldset>
      {action === 'move' && (
        <>
          <Field label="Move to" {...week}>
            <select
              {...describeField(week)}
              value={toWeek}
              onChange={(event) => change(() => setTypedWeek(event.target.value))}
            >
              {targets.map((each) => (
                <option key={each.id} value={each.id}>
                  {weekLabel(each)}
                  {each.boxesLeft !== null && ` (${formatBoxes(each.boxesLeft)} left)`}
                </option>
              ))}
            </select>
          </Field>
          <p id={`${id}room`}>{describeFit(plan.boxes, target)}</p>
        </>
      )}
      {action === 'refund' && plan.byHand.length > 0 && (
        <p>
          {countOrders(plan.byHand.length)} not paid by card: {plan.byHand.join(', ')}. Give that money back
          yourself, and record each refund in the list of orders.
        </p>
      )}
      {wish && (
        <>
          <Field label="Your words to the buyers" {...words}>
            <textarea
              {...describeField(words)}
              rows={6}
              maxLength={LONGEST_NOTE}
              required
              value={note}
              onChange={(event) => change(() => setTyped(event.target.value))}
            />
          </Field>
          <button className="button quiet" type="button" onClick={() => preview.mutate(wish)}>
            Show the e-mail
          </button>
        </>
      )}
      <div role="status">
        {preview.isError && describeFailure(preview.error)}
        {preview.data && (
          <div className="mail-preview">
            <p>
              <strong>{preview.data.subject}</strong>
            </p>
            <p>{preview.data.text}</p>
          </div>
        )}
      </div>
      <button className="button" type="submit">
        {isBusy ? 'Saving...' : describeStep(plan, wish)}
      </button>
    </form>
  );
}

function describeStep(plan: WeekPlan, wish: ClosingWish | null): string {
  if (wish === null) return plan.isClosed ? 'Open this week' : 'Close this week';
  return wish.action === 'move'
    ? `Move ${countOrders(plan.orders)}`
    : `Refund ${formatSum(plan.refund)} for ${countRefunds(plan)}`;
}

function describeLeftOut({ leftOut }: WeekPlan): string {
  const count = leftOut.reduce((sum, { orderNumbers }) => sum + orderNumbers.length, 0);
  return `${countOf(count, 'order is', 'orders are')} left out`;
}

function hasRoom({ boxesLeft }: WeekAvailability, boxes: number): boolean {
  return boxesLeft === null || boxesLeft >= boxes;
}

/** `37 boxes, 40 left.` */
function describeFit(boxes: number, week: WeekAvailability | undefined): string {
  if (!week || week.boxesLeft === null) return `${formatBoxes(boxes)}.`;
  const fit = `${formatBoxes(boxes)}, ${week.boxesLeft} left.`;
  return hasRoom(week, boxes)
    ? fit
    : `${fit} Not all of them fit. The first orders move, and you will see which did not.`;
}
