import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { countOf, formatCount } from '#domain/count.ts';
import type { OrderListItem, OrderPage } from '#domain/orders/order-list.ts';
import { type Step, sendOrderForm, type Work, workOneByOne } from '../../../browser/one-by-one.ts';
import { reloadOrders } from '../../../browser/query-client.ts';
import { takeFocus } from '../../take-focus.ts';

/** A change of many orders: one request for each of them. */
export interface Change {
  /** `Moving` */
  readonly busy: string;
  /** `3 orders moved.` */
  readonly describe: (done: Work['done']) => string;
  readonly steps: readonly Step[];
  /** What is left out without being asked. */
  readonly left?: Work['left'];
  readonly canUndo: boolean;
  /** The list that has them now, if it is another one. */
  readonly where?: string;
  /** Called when it has ended, or broken off. */
  readonly onEnd?: (work: Work) => void;
}

export interface OneByOneControl {
  readonly change: Change | null;
  readonly work: Work;
  readonly isBusy: boolean;
  readonly start: (change: Change) => Promise<void>;
  readonly goOn: () => Promise<void>;
  readonly stop: () => void;
  readonly undo: () => Promise<void>;
  /** Forgets what was done last. */
  readonly clear: () => void;
}

const NO_WORK: Work = { done: [], left: [], rest: [], trouble: null };

/** Changes many orders, and shows each as soon as it has changed. */
export function useOneByOne(): OneByOneControl {
  const client = useQueryClient();
  const [change, setChange] = useState<Change | null>(null);
  const [work, setWork] = useState(NO_WORK);
  const [isBusy, setBusy] = useState(false);
  const isStopped = useRef(false);
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);

  const proceed = async (wanted: Change, from: Work) => {
    isStopped.current = false;
    setChange(wanted);
    setWork(from);
    setBusy(true);
    const end = await workOneByOne(
      from,
      () => isStopped.current,
      (step) => {
        const order = step.done.at(-1);
        if (order) showOrder(client, order);
        setWork(step);
      },
    );
    setWork(end);
    setBusy(false);
    wanted.onEnd?.(end);
    void reloadOrders(client);
  };
  const start = (wanted: Change) =>
    proceed(wanted, { ...NO_WORK, left: wanted.left ?? [], rest: wanted.steps });
  return {
    change,
    work,
    isBusy,
    start,
    goOn: () => (change ? proceed(change, work) : Promise.resolve()),
    stop: () => {
      isStopped.current = true;
    },
    undo: () => start(undoAll(work.done)),
    clear: () => setChange(null),
  };
}

/** Shows an order as it is now in every page of the list that is read. The sums follow when all is done. */
function showOrder(client: QueryClient, order: OrderListItem): void {
  client.setQueriesData<OrderPage | null>(
    { predicate: ({ queryKey: [url] }) => String(url).startsWith('/api/branch-boxes/orders?') },
    (page) => page && { ...page, orders: page.orders.map((each) => (each.id === order.id ? order : each)) },
  );
}

function undoAll(orders: Work['done']): Change {
  let told = 0;
  const undo = async (order: Work['done'][number]) => {
    const undone = await sendOrderForm(order, '/undo', { version: order.version });
    if (undone.done !== 'undone') told += 1;
    return undone.order;
  };
  return {
    busy: 'Undoing',
    describe: ({ length }) => {
      const back = `${countOf(length, 'order is', 'orders are')} as before.`;
      return told === 0 ? back : `${back} ${countOf(told, 'buyer')} had already been told.`;
    },
    steps: orders.map((order) => ({ orderNumber: order.orderNumber, send: () => undo(order) })),
    canUndo: false,
  };
}

/** How far the work is, and then what became of it. */
export function OneByOne({ control }: { readonly control: OneByOneControl }) {
  const { change, isBusy } = control;
  if (!change) return null;
  return isBusy ? (
    <Progress change={change} work={control.work} onStop={control.stop} />
  ) : (
    <Outcome change={change} control={control} />
  );
}

interface ProgressProps {
  readonly change: Change;
  readonly work: Work;
  readonly onStop: () => void;
}

function Progress({ change: { busy }, work, onStop }: ProgressProps) {
  const tried = work.done.length + work.left.length;
  const total = tried + work.rest.length;
  return (
    <fieldset className="bulk-bar active" ref={takeFocus} aria-label={busy} tabIndex={-1}>
      <p>
        {busy}: {formatCount(tried)} of {formatCount(total)}
      </p>
      <progress max={total} value={tried} aria-label={busy} />
      <button className="button quiet" type="button" onClick={onStop}>
        Stop
      </button>
    </fieldset>
  );
}

function Outcome({ change, control }: { readonly change: Change; readonly control: OneByOneControl }) {
  const { done, left, rest, trouble } = control.work;
  const isWhole = left.length === 0 && rest.length === 0;
  return (
    <div
      className={isWhole ? 'callout bulk-answer' : 'callout trouble bulk-answer'}
      role={isWhole ? 'status' : 'alert'}
      ref={takeFocus}
      tabIndex={-1}
    >
      <p className={isWhole ? 'lead' : undefined}>{change.describe(done)}</p>
      {left.length > 0 && (
        <>
          <p className="lead">{countOf(left.length, 'was', 'were')} left out:</p>
          <ul>
            {left.map(({ name, reason }) => (
              <li key={name}>
                {name}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {rest.length > 0 && (
        <p className="lead">
          {trouble ?? 'Stopped.'} {countOf(rest.length, 'order is', 'orders are')} still to do.
        </p>
      )}
      <div className="actions">
        {change.where !== undefined && done.length > 0 && (
          <a className="button" href={change.where}>
            Show {done.length === 1 ? 'it' : 'them'} there
          </a>
        )}
        {rest.length > 0 && (
          <button className="button" type="button" onClick={() => void control.goOn()}>
            Go on
          </button>
        )}
        {change.canUndo && done.length > 0 && (
          <button className="button quiet" type="button" onClick={() => void control.undo()}>
            Undo
          </button>
        )}
        <button className="button quiet" type="button" onClick={control.clear}>
          Close
        </button>
      </div>
      {rest.length > 0 && (
        <p className="actions">
          {rest.map(({ orderNumber }) => (
            <span key={orderNumber}>{orderNumber}</span>
          ))}
        </p>
      )}
    </div>
  );
}
