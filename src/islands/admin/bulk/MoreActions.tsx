import '../../../styles/forms.css';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { countOf } from '#domain/count.ts';
import { formatDay, parseDay } from '#domain/dates.ts';
import { labelWeek, labelWeekWithRoom, type WeekAvailability } from '#domain/delivery/weeks.ts';
import { formatSum, type Pence, parsePounds, toPounds } from '#domain/money.ts';
import { LONGEST_WORDS, type WeekTotals } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import type { Role } from '#domain/people.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { WEEKS_URL } from '../../../browser/admin-calls.ts';
import { OFFERED_WEEKS_URL } from '../../../browser/week-options.ts';
import { type BulkAction, explainLeft } from './bulk-actions.ts';

interface MoreActionsProps {
  readonly selected: readonly OrderListItem[];
  readonly role: Role;
  readonly onAct: (action: BulkAction) => void;
  readonly onClose: () => void;
}

type Kind = Exclude<BulkAction['kind'], 'ship'>;

const LABELS: Record<Kind, string> = {
  move: 'Move to another week',
  refund: 'Cancel and refund',
  back: 'Take back to processing',
};

/** Another week for the chosen orders, their refund, or back to processing for those that were marked as shipped. */
export function MoreActions({ selected, role, onAct, onClose }: MoreActionsProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const takes = (kind: Kind) => selected.filter((order) => explainLeft(kind, order) === null);
  const kinds = (Object.keys(LABELS) as Kind[]).filter(
    (kind) => takes(kind).length > 0 && (kind !== 'refund' || role === 'owner'),
  );
  const [kind, setKind] = useState<Kind | undefined>(kinds[0]);
  const [week, setWeek] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const offered = useQuery<{ weeks: WeekAvailability[] }>({
    queryKey: [OFFERED_WEEKS_URL, 'bulk'],
    gcTime: 0,
  });
  const { data: totals = [] } = useQuery<readonly WeekTotals[]>({ queryKey: [WEEKS_URL] });
  useEffect(() => dialog.current?.showModal(), []);

  const orders = kind === undefined ? [] : takes(kind);
  const boxes = orders.reduce((sum, order) => sum + order.boxes.left, 0);
  const money = formatSum(
    toPounds(orders.reduce((sum, order) => sum + (parsePounds(order.refundableAmount) ?? 0), 0) as Pence),
  );
  const closed = totals.find((each) => each.isClosed && each.week === orders[0]?.deliveryWeek)?.week;
  const others = (offered.data?.weeks ?? []).filter((each) => each.id !== closed);
  const note = typed ?? (closed === undefined ? '' : writeClosingWords(kind, closed, week));
  const words = {
    ...(note.trim() !== '' && { note }),
    ...(closed !== undefined && { reason: `${labelWeek(closed)} closed` }),
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (kind === undefined) return;
    if (kind === 'move' && week === '') return setRefused(true);
    dialog.current?.close();
    if (kind === 'move') onAct({ kind, week, ...words });
    else onAct(kind === 'refund' ? { kind, ...words } : { kind });
  };
  const isWeekMissing = isRefused && week === '';
  const count = countOf(orders.length, 'order');

  return (
    <dialog ref={dialog} aria-labelledby={`${id}heading`} onClose={onClose}>
      <div className="form-frame stack">
        <h3 id={`${id}heading`}>{countOf(selected.length, 'order')} selected</h3>
        <form className="form" noValidate onSubmit={submit}>
          <fieldset className="fields">
            <legend>
              {kinds.length === 0 ? 'None of them can be changed together' : 'What should happen?'}
            </legend>
            {kinds.map((each) => (
              <label className="choice" key={each}>
                <input
                  type="radio"
                  name={`${id}kind`}
                  checked={each === kind}
                  onChange={() => setKind(each)}
                />
                <span>{LABELS[each]}</span>
              </label>
            ))}
          </fieldset>
          {kind === 'move' && (
            <>
              <div className="field">
                <label htmlFor={`${id}week`}>Move to</label>
                {isWeekMissing && (
                  <p className="error" id={`${id}error`} role="alert">
                    Please choose a delivery week.
                  </p>
                )}
                <select
                  id={`${id}week`}
                  aria-invalid={isWeekMissing || undefined}
                  aria-describedby={isWeekMissing ? `${id}error ${id}room` : `${id}room`}
                  value={week}
                  onChange={(event) => setWeek(event.target.value)}
                >
                  <option value="">Choose a week</option>
                  {others.map((each) => (
                    <option key={each.id} value={each.id}>
                      {labelWeekWithRoom(each)}
                    </option>
                  ))}
                </select>
              </div>
              <p id={`${id}room`} aria-live="polite">
                {offered.isError
                  ? 'We couldn’t load the weeks. Please close this and try again.'
                  : describeFit(
                      boxes,
                      others.find((each) => each.id === week),
                    )}
              </p>
            </>
          )}
          {kind === 'refund' && (
            <p>
              This cancels {count} and sends back {money}. It can’t be undone.
            </p>
          )}
          {kind !== 'back' && role === 'owner' && kinds.length > 0 && (
            <div className="field">
              <label htmlFor={`${id}note`}>Your words to the buyers (optional)</label>
              <p className="hint" id={`${id}hint`}>
                They go at the top of each buyer’s e-mail.
              </p>
              <textarea
                id={`${id}note`}
                aria-describedby={`${id}hint`}
                rows={note === '' ? 2 : 6}
                maxLength={LONGEST_WORDS}
                value={note}
                onChange={(event) => setTyped(event.target.value)}
              />
            </div>
          )}
          {orders.length < selected.length && kinds.length > 0 && (
            <p>{countOf(selected.length - orders.length, 'order')} will be left out. You’ll see why.</p>
          )}
          {kind !== undefined && (
            <button className="button" type="submit">
              {
                { move: `Move ${count}`, refund: `Refund ${money} for ${count}`, back: `Take back ${count}` }[
                  kind
                ]
              }
            </button>
          )}
        </form>
        <button className="button quiet" type="button" onClick={() => dialog.current?.close()}>
          Go back
        </button>
      </div>
    </dialog>
  );
}

/** What the farm writes to the buyers of a week that it has closed, to be changed before it is sent. */
function writeClosingWords(kind: Kind | undefined, week: string, toWeek: string): string {
  const reason = `We’re so sorry: snow has closed our lane, and we can’t cut and send branches in the week of ${nameMonday(week)}.`;
  if (kind === 'refund') {
    return `${reason} So we’ve cancelled your order, and every penny is on its way back to you. We were looking forward to packing it, and hope to do so next year.`;
  }
  const other = toWeek === '' ? 'another week' : `the week of ${nameMonday(toWeek)}`;
  return `${reason} So we’ve moved your order to ${other}. If that is too late for you, just tell us and we’ll send your money back.`;
}

function nameMonday(monday: string): string {
  const day = parseDay(monday);
  return day === null ? monday : formatDay(day);
}

/** `37 boxes, 40 left.` */
function describeFit(boxes: number, week: WeekAvailability | undefined): string {
  if (!week || week.boxesLeft === null) return `${formatBoxes(boxes)}.`;
  const fit = `${formatBoxes(boxes)}, ${week.boxesLeft} left.`;
  return boxes <= week.boxesLeft ? fit : `${fit} Not all of them fit. You’ll see which didn’t.`;
}
