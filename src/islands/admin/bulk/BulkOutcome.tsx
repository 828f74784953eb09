import { type ReactNode, useEffect, useRef } from 'react';
import { isSignedOut } from '../../../browser/admin-calls.ts';
import { SESSION_ENDED } from '../../../browser/admin-order-calls.ts';
import { ApiError } from '../../../browser/api-client.ts';

interface BulkOutcomeProps {
  /** The actions that succeeded. */
  readonly message?: string | undefined;
  /** The actions that failed, and why. */
  readonly trouble?: { readonly message: string; readonly lines: readonly ReactNode[] } | undefined;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** The result for several orders. It takes the focus, because the pressed button has done its job. */
export function BulkOutcome({ message, trouble, children }: BulkOutcomeProps) {
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => answer.current?.focus(), []);
  return (
    <div
      className={trouble ? 'callout trouble bulk-answer' : 'callout bulk-answer'}
      role={trouble ? 'alert' : 'status'}
      ref={answer}
      tabIndex={-1}
    >
      {message !== undefined && <p className={trouble ? undefined : 'lead'}>{message}</p>}
      {trouble && (
        <>
          <p className="lead">{trouble.message}</p>
          {trouble.lines.length > 0 && (
            <ul>
              {trouble.lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: The lines of one answer stay as they are.
                <li key={at}>{line}</li>
              ))}
            </ul>
          )}
        </>
      )}
      {children}
    </div>
  );
}

/** Why a request about several orders failed: the service's own message, if it has one. */
export function describeFailure(error: Error): string {
  if (isSignedOut(error)) return SESSION_ENDED;
  return (
    (error instanceof ApiError && error.error) || 'That did not go through. Please try again in a moment.'
  );
}
