import '../../styles/panels.css';
import './admin.css';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { AdminSession } from '#domain/people.ts';
import { SESSION_URL } from '../../browser/admin-calls.ts';
import { createQueryClient } from '../../browser/query-client.ts';
import { RoleContext, SignedOutContext } from '../ui/session.ts';
import { TooltipProvider } from '../ui/Tooltip.tsx';
import { LoadFailure, Loading } from './ListStates.tsx';
import { OrderBoard, type OrderPictures } from './OrderBoard.tsx';
import { type SignedOutReason, SignIn } from './SignIn.tsx';

// The list of orders. It is an island because only people who are signed in may see it, so it cannot be in the built
// page. Without script the page says so, and still explains labels and delivery.

export default function AdminOrders(pictures: OrderPictures) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <div className="admin">
          <SessionGate pictures={pictures} />
        </div>
      </TooltipProvider>
    </QueryClientProvider>
  );
}

/** Asks for the session before the orders, so that being signed out is not an error. */
function SessionGate({ pictures }: { readonly pictures: OrderPictures }) {
  const client = useQueryClient();
  const session = useQuery<AdminSession>({ queryKey: [SESSION_URL] });
  const [signedOut, setSignedOut] = useState<SignedOutReason | null>(null);
  const [hasSignedIn, setHasSignedIn] = useState(false);

  const signOut = useCallback(
    (reason: SignedOutReason) => {
      setSignedOut(reason);
      client.setQueryData<AdminSession>([SESSION_URL], (known) => ({
        signedIn: false,
        passkeys: known?.passkeys ?? false,
      }));
      // Orders must not stay in a browser that is signed out.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_URL });
    },
    [client],
  );
  const endSession = useCallback(() => signOut('ended'), [signOut]);
  const signIn = () => {
    setHasSignedIn(true);
    // Fetched again for the role.
    void client.invalidateQueries({ queryKey: [SESSION_URL] });
  };

  if (session.isPending) return <Loading />;
  if (session.isError) return <LoadFailure onRetry={() => session.refetch()}>{pictures.trouble}</LoadFailure>;
  if (!session.data.signedIn)
    return <SignIn reason={signedOut} offersPasskeys={session.data.passkeys} onSignedIn={signIn} />;
  return (
    <SignedOutContext value={endSession}>
      <RoleContext value={session.data.role}>
        <OrderBoard pictures={pictures} takesFocus={hasSignedIn} onSignedOut={signOut} />
      </RoleContext>
    </SignedOutContext>
  );
}
