import { ApiError } from '../../../browser/api-client.ts';

/** Why a call about many orders has failed: the service's own sentence, where it has one. */
export function describeFailure(error: Error): string {
  return error instanceof ApiError && error.code !== undefined
    ? error.sentence
    : 'That did not go through. Please try again in a moment.';
}
