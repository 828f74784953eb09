import '../../styles/panels.css';
import './admin.css';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { SignIn, SignInAgain } from './SignIn.tsx';
import { RoleContext } from './TableHead.tsx';
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

/**
 * Asks for the session before the orders, so that being signed out is not an error. When the session ends while
 * somebody works, they sign in over the page, and everything that they have typed stays.
 */
function SessionGate({ pictures }: { readonly pictures: OrderPictures }) {
  const client = useQueryClient();
  const session = useQuery<AdminSession>({ queryKey: [SESSION_URL] });
  const [hasSignedOut, setSignedOut] = useState(false);
  const [hasSignedIn, setHasSignedIn] = useState(false);

  const hasEnded = useSyncExternalStore(watchSession, hasSessionEnded, () => false);

  const signOut = () => {
    setSignedOut(true);
    client.setQueryData<AdminSession>([SESSION_URL], (known) => ({
      signedIn: false,
      passkeys: known?.passkeys ?? false,
    }));
    // Orders must not stay in a browser that somebody has signed out.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_URL });
  };
  const signIn = () => {
    setHasSignedIn(true);
    // Fetched again for the role.
    void client.invalidateQueries({ queryKey: [SESSION_URL] });
  };
  const signInAgain = async () => {
    // First, because it may be another person, with another role.
    const { data } = await session.refetch({ throwOnError: true });
    if (!data?.signedIn) throw new Error('This browser cannot stay signed in.');
    markSessionStarted();
  };

  if (session.isPending) return <Loading />;
  if (session.data === undefined)
    return <LoadFailure onRetry={() => session.refetch()}>{pictures.trouble}</LoadFailure>;
  const { signedIn, passkeys } = session.data;
  if (!signedIn && !hasEnded)
    return <SignIn reason={hasSignedOut ? 'chosen' : null} offersPasskeys={passkeys} onSignedIn={signIn} />;
  return (
    <RoleContext value={signedIn ? session.data.role : 'packer'}>
      <SignInAgain isOpen={hasEnded} offersPasskeys={passkeys} onSignedIn={signInAgain} />
      <OrderBoard pictures={pictures} takesFocus={hasSignedIn} onSignedOut={signOut} />
    </RoleContext>
  );
}
