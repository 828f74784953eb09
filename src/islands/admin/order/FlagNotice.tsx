import { useContext } from 'react';
import type { OrderChange } from '#domain/orders/order-changes.ts';
import { describeFlags, hasFlag, hasWeekFlag, type OrderFlagCode } from '#domain/orders/order-flags.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { changeOrder, readFailure } from '../../../browser/admin-order-calls.ts';
import { FailureAlert } from './Field.tsx';
import { readLeft } from './refund-facts.ts';
import { RoleContext } from './session.ts';
import { useOrderMutation } from './use-order-mutation.ts';

interface FlagNoticeProps {
  readonly order: OrderListItem;
  readonly onMove: () => void;
  readonly onTrack: () => void;
  /** Called with the number of boxes to refund. */
  readonly onRefund: (boxes: number) => void;
}

/**
 * Why a person must check an order, and the possible solutions. Each leads to its control, with the values filled in.
 */
export function FlagNotice({ order, onMove, onTrack, onRefund }: FlagNoticeProps) {
  const left = readLeft(order);
  const role = useContext(RoleContext);
  const canRefund =
    role === 'owner' && order.flags.length > 0 && !order.isDisputed && left.boxes > 0 && left.pence > 0;
  const canMove = hasWeekFlag(order.flags);
  const needsLabel = order.labelProblem !== null && order.status === 'processing';
  return (
    <div className="callout trouble">
      {order.flags.length > 0 && <p className="lead">Look at this first: {describeFlags(order.flags)}</p>}
      {needsLabel && <p className="lead">Buy its label by hand. {order.labelProblem}</p>}
      {(canMove || canRefund || needsLabel) && (
        <p className="actions">
          {needsLabel && (
            <button className="button quiet" type="button" onClick={onTrack}>
              Enter its tracking number
            </button>
          )}
          {canMove && (
            <button className="button quiet" type="button" onClick={onMove}>
              Move to another week
            </button>
          )}
          {canRefund && (
            <button className="button quiet" type="button" onClick={() => onRefund(left.boxes)}>
              Refund
            </button>
          )}
        </p>
      )}
      {role === 'owner' &&
        DECISIONS.filter(({ code }) => hasFlag(order.flags, code)).map(({ code, label, change }) => (
          <Decision key={code} order={order} label={label} change={change} />
        ))}
    </div>
  );
}

/** What only the farm can decide or know. */
const DECISIONS = [
  { code: 'fraud_warning', label: 'Send it all the same', change: { ignoresFraudWarning: true } },
  {
    code: 'second_payment',
    label: 'I have refunded the other payment',
    change: { settles: 'second_payment' },
  },
  { code: 'dispute_lost', label: 'Settled, send nothing', change: { settles: 'dispute_lost' } },
] as const satisfies readonly { code: OrderFlagCode; label: string; change: Partial<OrderChange> }[];

interface DecisionProps {
  readonly order: OrderListItem;
  readonly label: string;
  readonly change: Partial<OrderChange>;
}

function Decision({ order, label, change }: DecisionProps) {
  const { mutation, isBusy, show } = useOrderMutation<OrderChange>({
    order,
    send: (change) => changeOrder(order.id, change),
    preview: () => order,
  });
  const { error } = mutation;
  const failure = error === null ? null : readFailure(error);
  return (
    <>
      {failure && <FailureAlert failure={failure} onShow={show} />}
      <p className="actions">
        <button
          className="button quiet"
          type="button"
          disabled={isBusy}
          onClick={() => mutation.mutate({ version: order.version, ...change })}
        >
          {label}
        </button>
      </p>
    </>
  );
}
