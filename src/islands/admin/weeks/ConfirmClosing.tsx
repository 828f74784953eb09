import { useEffect, useRef } from 'react';
import { labelWeek } from '#domain/delivery/weeks.ts';
import { formatSum } from '#domain/money.ts';
import type { WeekJobRequest, WeekPlan } from '#domain/orders/week-jobs.ts';
import { countOrders, countRefunds } from './describe-plan.ts';

interface ConfirmClosingProps {
  readonly plan: WeekPlan;
  readonly wish: WeekJobRequest;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** The one confirmation before a week's orders are moved or refunded. */
export function ConfirmClosing({ plan, wish, isBusy, onConfirm, onBack }: ConfirmClosingProps) {
  const question = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone.
  useEffect(() => question.current?.focus(), []);
  const isRefund = wish.action === 'refund';
  const orders = isRefund ? countRefunds(plan) : countOrders(plan.orders);
  const step = isRefund ? `refund ${formatSum(plan.refund)}` : `move ${orders}`;
  return (
    <>
      <p ref={question} tabIndex={-1}>
        {isRefund
          ? `${formatSum(plan.refund)} goes back to the buyers of ${orders}, and these are cancelled. This cannot be undone.`
          : `${orders} move to the ${labelWeek(wish.toWeek ?? '').replace('Week', 'week')}.`}{' '}
        The week closes to new orders, and each buyer gets one e-mail with your words. Orders are done one by
        one, and you can stop at any time.
      </p>
      <div className="actions">
        <button className="button quiet" type="button" onClick={onBack}>
          No, go back
        </button>
        <button className="button" type="button" onClick={() => !isBusy && onConfirm()}>
          {isBusy ? 'Beginning...' : `Yes, ${step}`}
        </button>
      </div>
    </>
  );
}
