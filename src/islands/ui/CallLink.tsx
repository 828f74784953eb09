import { toHref } from '#domain/links.ts';

/** The alternative that needs neither script nor card. */
export function CallLink({ phone }: { readonly phone: string }) {
  return (
    <a className="button quiet" href={toHref(`tel:${phone}`)}>
      Call {phone}
    </a>
  );
}
