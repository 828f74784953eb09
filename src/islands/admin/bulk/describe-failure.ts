import { ApiError } from '../../../browser/api-client.ts';

/** Why a request about several orders failed: the service's own message, if it has one. */
export function describeFailure(error: Error): string {
  return (
    (error instanceof ApiError && error.error) || 'That did not go through. Please try again in a moment.'
  );
}
