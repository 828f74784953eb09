/** An address as an anchor needs it: a telephone number without the spaces that people read it with. */
export function toHref(address: string): string {
  return address.startsWith('tel:') ? address.replaceAll(' ', '') : address;
}

/** Whether an address leads to another site, which opens in a new tab. */
export function isExternal(address: string): boolean {
  return address.startsWith('https://');
}
