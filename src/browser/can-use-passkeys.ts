/** Whether this browser can use a passkey on this page: it supports them, and the page is secure. */
export function canUsePasskeys(): boolean {
  // Also called while a page is built, without a window.
  return globalThis.isSecureContext === true && 'PublicKeyCredential' in globalThis;
}
