/** The `href` of a link: a phone number loses the spaces that make it readable. */
export function toHref(address: string): string {
  return address.startsWith('tel:') ? address.replaceAll(' ', '') : address;
}

/** Whether a URL leads to another site, which opens in a new tab. */
export function isExternal(address: string): boolean {
  return address.startsWith('https://');
}
