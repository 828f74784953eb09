import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { TrackingEntry } from '../islands/admin/bulk/TrackingEntry.tsx';
import { OrderTable } from '../islands/admin/OrderTable.tsx';
import { SignIn } from '../islands/admin/SignIn.tsx';
import { TooltipProvider } from '../islands/ui/Tooltip.tsx';
import { doNothing } from './made-up.ts';

/** The contexts that the admin components need. */

interface TableProps {
  readonly orders: readonly OrderListItem[];
  readonly isOld?: boolean;
}

export function TableOfOrders({ orders, isOld = false }: TableProps) {
  return (
    <TooltipProvider>
      <OrderTable
        orders={orders}
        isOld={isOld}
        selection={{ selected: orders.slice(0, 1), select: doNothing }}
      />
    </TooltipProvider>
  );
}

export function TrackingForm() {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <TrackingEntry onSignedOut={doNothing} />
    </QueryClientProvider>
  );
}

export function SignedOut() {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <SignIn reason="ended" offersPasskeys={false} onSignedIn={doNothing} />
    </QueryClientProvider>
  );
}
