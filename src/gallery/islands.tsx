import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { OrderListItem, UndeliveredMail } from '#domain/orders/order-list.ts';
import { TrackingEntry } from '../islands/admin/bulk/TrackingEntry.tsx';
import { OrderTable } from '../islands/admin/OrderTable.tsx';
import { UndeliveredContext } from '../islands/admin/order/Undelivered.tsx';
import { SignIn } from '../islands/admin/SignIn.tsx';
import { Tabs } from '../islands/seo/Tabs.tsx';
import { TooltipProvider } from '../islands/ui/Tooltip.tsx';
import { doNothing } from './made-up.ts';

/** The contexts that the admin components need. */

interface TableProps {
  readonly orders: readonly OrderListItem[];
  readonly isOld?: boolean;
  readonly undelivered?: readonly UndeliveredMail[];
}

export function TableOfOrders({ orders, isOld = false, undelivered = [] }: TableProps) {
  return (
    <TooltipProvider>
      <UndeliveredContext value={undelivered}>
        <OrderTable
          orders={orders}
          isOld={isOld}
          selection={{ selected: orders.slice(0, 1), select: doNothing }}
        />
      </UndeliveredContext>
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

/** The panels cannot be passed as props, so they are here. */
export function ThreeTabs() {
  return (
    <div className="seo-monitor">
      <Tabs
        label="SEO checks"
        tabs={[
          { id: 'overview', name: 'Overview', panel: <p>The panel of the tab that is chosen.</p> },
          { id: 'redirects', name: 'Redirects', panel: <p>Redirects</p> },
          { id: 'performance', name: 'Performance', panel: <p>Performance</p> },
        ]}
      />
    </div>
  );
}
