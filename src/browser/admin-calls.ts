import { ApiError, callApi } from './api-client.ts';

/** Says whether this browser is signed in. The status is 200 either way, because being signed out is not an error. */
export const SESSION_URL = '/api/admin/session';

export interface Credentials {
  /** Empty for the owner. */
  readonly name: string;
  readonly password: string;
}

/** Signs in; the session is a cookie that no script can read. @throws ApiError 401, or 429 after too many attempts */
export async function signIn(credentials: Credentials): Promise<void> {
  await callApi({ method: 'POST', url: '/api/admin/sign-in', payload: credentials });
}

export async function signOut(): Promise<void> {
  await callApi({ method: 'POST', url: '/api/admin/sign-out' });
}

/** Whether a call has failed because the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
