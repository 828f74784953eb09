import { useContext } from 'react';
import { describeFlags, hasFlag, hasWeekFlag } from '#domain/orders/order-flags.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { countBoxesLeft } from '#domain/orders/refund.ts';
import { RoleContext } from '../../ui/role.ts';
import { toRefundFacts } from './refund-facts.ts';
import { SendAnyway } from './SendAnyway.tsx';

interface FlagNoticeProps {
  readonly order: OrderListItem;
  readonly onMove: () => void;
  /** Called with the number of boxes to refund. */
  readonly onRefund: (boxes: number) => void;
}

/**
 * Why a person must check an order, and the possible solutions. Each leads to its control, with the values filled in.
 */
export function FlagNotice({ order, onMove, onRefund }: FlagNoticeProps) {
  const facts = toRefundFacts(order);
  const left = countBoxesLeft(facts);
  const role = useContext(RoleContext);
  const canRefund =
    role === 'owner' &&
    order.paymentStatus === 'succeeded' &&
    !order.isDisputed &&
    left > 0 &&
    facts.paidPence > facts.refundedPence;
  const canMove = hasWeekFlag(order.flags);
  return (
    <div className="callout trouble">
      <p className="lead">Look at this first: {describeFlags(order.flags)}</p>
      {(canMove || canRefund) && (
        <p className="actions">
          {canMove && (
            <button className="button quiet" type="button" onClick={onMove}>
              Move to another week
            </button>
          )}
          {canRefund && (
            <button className="button quiet" type="button" onClick={() => onRefund(left)}>
              Refund
            </button>
          )}
        </p>
      )}
      {role === 'owner' && hasFlag(order.flags, 'fraud_warning') && <SendAnyway order={order} />}
    </div>
  );
}
