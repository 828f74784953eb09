import { ApiError } from '../../../browser/api-client.ts';

/** Why a call about many orders has failed: the service's own message, where it has one. */
export function describeFailure(error: Error): string {
  return (
    (error instanceof ApiError && error.error) || 'That did not go through. Please try again in a moment.'
  );
}
