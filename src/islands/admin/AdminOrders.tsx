import '../../styles/panels.css';
import './admin.css';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { AdminSession } from '#domain/people.ts';
import { SESSION_URL } from '../../browser/admin-calls.ts';
import {
  createQueryClient,
  hasSessionEnded,
  markSessionStarted,
  watchSession,
} from '../../browser/query-client.ts';
import { LoadFailure, Loading } from './ListStates.tsx';
import { OrderBoard, type OrderPictures } from './OrderBoard.tsx';
import { RoleContext } from './role.ts';
import { SignInAgain } from './SignIn.tsx';
import { TooltipProvider } from './Tooltip.tsx';

// The list of orders. It is an island because only people who are signed in may see it, so it cannot be in the built
// page. Without script the page says so, and still explains labels and delivery.

export default function AdminOrders(pictures: OrderPictures) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <div className="admin stack">
          <SessionGate pictures={pictures} />
        </div>
      </TooltipProvider>
    </QueryClientProvider>
  );
}

/** When the session ends while somebody works, they sign in over the page, and everything that they have typed stays. */
function SessionGate({ pictures }: { readonly pictures: OrderPictures }) {
  const session = useQuery<AdminSession>({ queryKey: [SESSION_URL] });
  const hasEnded = useSyncExternalStore(watchSession, hasSessionEnded, () => false);

  const signInAgain = async () => {
    // First, because it may be another person, with another role.
    const { data } = await session.refetch({ throwOnError: true });
    if (!data?.signedIn) throw new Error('This browser cannot stay signed in.');
    markSessionStarted();
  };

  if (session.isPending) return <Loading />;
  if (session.data === undefined)
    return <LoadFailure onRetry={() => session.refetch()}>{pictures.trouble}</LoadFailure>;
  const { signedIn } = session.data;
  return (
    <RoleContext value={signedIn ? session.data.role : 'packer'}>
      <SignInAgain isOpen={hasEnded || !signedIn} onSignedIn={signInAgain} />
      <OrderBoard pictures={pictures} />
    </RoleContext>
  );
}
