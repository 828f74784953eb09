/** Whether this browser can use a passkey on this page: it knows them, and the page came over https or from this machine. */
export function canUsePasskeys(): boolean {
  // Also asked where a page is built, and there is no window.
  return globalThis.isSecureContext === true && 'PublicKeyCredential' in globalThis;
}
