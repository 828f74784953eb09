import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { ApiError, callApi, callApiForJson } from './api-client.ts';

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type AssertionOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

// Loaded only when somebody uses a passkey.

/** Signs in with a passkey from this device or a phone nearby. @throws ApiError, or the browser's own errors */
export async function signInByPasskey(): Promise<void> {
  const url = '/api/admin/sign-in/passkey';
  const optionsJSON = await callApiForJson<AssertionOptions>({ method: 'POST', url: `${url}/options` });
  await callApi({ method: 'POST', url, payload: await startAuthentication({ optionsJSON }) });
}

/** Adds a passkey for the person who is signed in. @throws as above */
export async function addPasskey(): Promise<void> {
  const url = '/api/admin/passkeys';
  const optionsJSON = await callApiForJson<RegistrationOptions>({ method: 'POST', url: `${url}/options` });
  await callApi({ method: 'POST', url, payload: await startRegistration({ optionsJSON }) });
}

/** Accepts an invitation with a new passkey. @throws as above */
export async function joinByPasskey(name: string): Promise<void> {
  const url = '/api/admin/join/passkey';
  const optionsJSON = await callApiForJson<RegistrationOptions>({ method: 'POST', url: `${url}/options` });
  const passkey = await startRegistration({ optionsJSON });
  await callApi({ method: 'POST', url, payload: { name, passkey } });
}

/** Explains a failure to the person. */
export function describePasskeyFailure(error: unknown): string {
  if (error instanceof ApiError && error.error !== undefined) return error.error;
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return 'You already have a passkey on this device.';
  }
  const isRefused =
    error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
  return isRefused
    ? 'No passkey was used. Please try again, or use a password.'
    : 'The passkey didn’t work. Please try again in a moment, or use a password.';
}
