import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { isSignedOut } from '../../../browser/admin-calls.ts';
import { readFailure } from '../../../browser/admin-order-calls.ts';
import {
  forgetOtherPages,
  isReadingAgain,
  readAgain,
  showOrder,
  stopReading,
} from '../../../browser/shown-orders.ts';
import { OFFERED_WEEKS_URL } from '../../../browser/week-options.ts';
import { SignedOutContext } from './session.ts';

interface Wanted<T> {
  readonly order: OrderListItem;
  readonly send: (payload: T) => Promise<OrderListItem>;
  /** The order to show until the response arrives; unchanged if nothing is shown in advance. */
  readonly preview: (payload: T) => OrderListItem;
}

/**
 * Changes an order, one action at a time. The list shows the expected result, then the actual one, or the original
 * order after a failure.
 */
export function useOrderMutation<T>({ order, send, preview }: Wanted<T>) {
  const client = useQueryClient();
  const signOut = useContext(SignedOutContext);
  const mutationKey = ['order', order.id];
  const mutation = useMutation({
    mutationKey,
    mutationFn: send,
    async onMutate(payload) {
      const wasReading = isReadingAgain(client);
      if (wasReading) await stopReading(client);
      showOrder(client, preview(payload));
      return { before: order, wasReading };
    },
    onSuccess(fresh) {
      showOrder(client, fresh);
      void client.invalidateQueries({ queryKey: [OFFERED_WEEKS_URL] });
    },
    onError(error, _payload, context) {
      if (context) showOrder(client, context.before);
      if (isSignedOut(error)) return signOut();
      if (readFailure(error).fields.deliveryWeek !== undefined) {
        void client.invalidateQueries({ queryKey: [OFFERED_WEEKS_URL] });
      }
    },
    onSettled(_fresh, _error, _payload, context) {
      const isReading = context?.wasReading || isReadingAgain(client);
      void (isReading ? readAgain(client) : forgetOtherPages(client));
    },
  });
  const isBusy = useIsMutating({ mutationKey }) > 0;
  return { mutation, isBusy, show: (fresh: OrderListItem) => showOrder(client, fresh) };
}
