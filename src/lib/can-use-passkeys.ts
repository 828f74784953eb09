/** Whether this browser can use a passkey on this page: it knows them, and the page came over https or from this machine. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window;
}
