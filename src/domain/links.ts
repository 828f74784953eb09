/** The `href` of a link: of a phone number only what is dialled. */
export function toHref(address: string): string {
  return address.startsWith('tel:') ? `tel:${address.replace(/[^\d+]/g, '')}` : address;
}

/**
 * The file `_redirects`, as static hosts read it: `/about /about-us 301`, one a line. They take the first line that fits,
 * so those with a query come first, in Netlify's form: `/news page=2 /about-us 301!`, before a page of that address.
 * https://docs.netlify.com/routing/redirects/redirect-options/
 */
export function formatRedirects(redirects: Iterable<{ from: string; to: string }>): string {
  const lines = Array.from(redirects, ({ from, to }) =>
    from.includes('?') ? `${from.replaceAll(/[?&]/g, ' ')} ${to} 301!\n` : `${from} ${to} 301\n`,
  );
  return lines.toSorted((a, b) => Number(b.endsWith('!\n')) - Number(a.endsWith('!\n'))).join('');
}

/** Whether a URL leads to another site, which opens in a new tab. */
export function isExternal(address: string): boolean {
  return address.startsWith('https://');
}
