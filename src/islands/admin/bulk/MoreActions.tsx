import { countOf } from '#domain/count.ts';
import '../../../styles/forms.css';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useContext, useEffect, useId, useRef, useState } from 'react';
import { type WeekAvailability, weekLabel } from '#domain/delivery/weeks.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { OFFERED_WEEKS_URL } from '../../../browser/week-options.ts';
import { RoleContext } from '../../ui/session.ts';
import { describeField, Field } from '../order/Field.tsx';
import type { BulkAction } from './use-bulk.ts';

interface MoreActionsProps {
  readonly selected: readonly OrderListItem[];
  readonly onAct: (action: BulkAction) => void;
  readonly onClose: () => void;
}

/** Another week for the selected orders, or back to processing for those that were marked as shipped. */
export function MoreActions({ selected, onAct, onClose }: MoreActionsProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const role = useContext(RoleContext);
  const [week, setWeek] = useState('');
  const [note, setNote] = useState('');
  const [isRefused, setRefused] = useState(false);
  const weeks = useQuery<{ weeks: WeekAvailability[] }>({
    queryKey: [OFFERED_WEEKS_URL, 'bulk'],
    gcTime: 0,
  });
  useEffect(() => dialog.current?.showModal(), []);

  const ready = selected.filter(({ status }) => status === 'processing');
  const sent = selected.filter(({ status }) => status === 'shipped');
  const boxes = ready.reduce((sum, order) => sum + order.boxes.left, 0);
  const chosen = weeks.data?.weeks.find((each) => each.id === week);
  const act = (action: BulkAction) => {
    dialog.current?.close();
    onAct(action);
  };
  const move = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (week === '') return setRefused(true);
    act({ kind: 'move', orders: ready, week, note });
  };
  const field = {
    id: `${id}week`,
    error: isRefused && week === '' ? 'Please choose a delivery week.' : undefined,
    about: `${id}room`,
  };
  const words = { id: `${id}note`, hint: 'It goes at the top of each buyer’s e-mail.' };

  return (
    <dialog className="admin-dialog" ref={dialog} aria-labelledby={`${id}heading`} onClose={onClose}>
      <h3 id={`${id}heading`}>{countOf(selected.length, 'order')} selected</h3>
      {ready.length > 0 && (
        <form className="form admin-form" noValidate onSubmit={move}>
          <Field label="Move to" {...field}>
            <select {...describeField(field)} value={week} onChange={(event) => setWeek(event.target.value)}>
              <option value="">Choose a week</option>
              {weeks.data?.weeks.map((each) => (
                <option key={each.id} value={each.id}>
                  {weekLabel(each)}
                  {describeRoom(each)}
                </option>
              ))}
            </select>
          </Field>
          <p id={`${id}room`} aria-live="polite">
            {weeks.isError
              ? 'The weeks could not be loaded. Please close this and try again.'
              : describeFit(boxes, chosen)}
          </p>
          {role === 'owner' && (
            <Field label="A sentence of your own (optional)" {...words}>
              <textarea
                {...describeField(words)}
                rows={2}
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          )}
          <button className="button" type="submit">
            Move {countOf(ready.length, 'order')}
          </button>
        </form>
      )}
      {sent.length > 0 && (
        <button className="button quiet" type="button" onClick={() => act({ kind: 'back', orders: sent })}>
          Take {countOf(sent.length, 'order')} back to processing
        </button>
      )}
      <button className="button quiet" type="button" onClick={() => dialog.current?.close()}>
        Go back
      </button>
    </dialog>
  );
}

function describeRoom({ state, boxesLeft }: WeekAvailability): string {
  const notes = [
    ...(state === 'closed' ? ['closed to buyers'] : []),
    ...(boxesLeft === null ? [] : [`${formatBoxes(boxesLeft)} left`]),
  ];
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
}

/** `37 boxes, 40 left.` */
function describeFit(boxes: number, week: WeekAvailability | undefined): string {
  if (!week || week.boxesLeft === null) return `${formatBoxes(boxes)}.`;
  const fit = `${formatBoxes(boxes)}, ${week.boxesLeft} left.`;
  return boxes <= week.boxesLeft ? fit : `${fit} Not all of them fit. You will see which did not.`;
}
