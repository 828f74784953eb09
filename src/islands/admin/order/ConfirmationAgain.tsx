import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { isSignedOut } from '../../../browser/admin-calls.ts';
import { sendConfirmation } from '../../../browser/admin-edit-calls.ts';
import { readFailure } from '../../../browser/admin-order-calls.ts';
import { readAgain } from '../../../browser/shown-orders.ts';
import { SignedOutContext } from './session.ts';

/** Sends the confirmation of the order as it is now. */
export function ConfirmationAgain({ order }: { readonly order: OrderListItem }) {
  const client = useQueryClient();
  const signOut = useContext(SignedOutContext);
  const sending = useMutation({
    mutationFn: () => sendConfirmation(order.id),
    // It takes the place of one that did not arrive.
    onSuccess: () => readAgain(client),
    onError: (error) => isSignedOut(error) && signOut(),
  });
  const isPossible = order.paymentStatus === 'succeeded' && order.status !== 'cancelled';
  if (!isPossible || order.customerEmail === '') return null;
  return (
    <div className="actions">
      <button
        className="button quiet"
        type="button"
        aria-disabled={sending.isPending || undefined}
        onClick={() => !sending.isPending && sending.mutate()}
      >
        {sending.isPending ? 'Sending...' : 'Send the confirmation again'}
      </button>
      <p role="status">{sending.isSuccess && `Sent again to ${sending.data}.`}</p>
      {sending.isError && (
        <p className="callout trouble" role="alert">
          {readFailure(sending.error).message}
        </p>
      )}
    </div>
  );
}
