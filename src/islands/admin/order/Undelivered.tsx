import { createContext, useContext } from 'react';
import type { UndeliveredMail } from '#domain/orders/order-list.ts';
import { PAGES } from '#domain/pages.ts';
import { RoleContext } from './session.ts';

/** The e-mails that did not arrive, of all orders of the list. */
export const UndeliveredContext = createContext<readonly UndeliveredMail[]>([]);

/** Which e-mails did not reach the order's buyer, with the way to mend each, which only owners may go. */
export function Undelivered({ orderId }: { readonly orderId: string }) {
  const isOwner = useContext(RoleContext) === 'owner';
  return useContext(UndeliveredContext)
    .filter((mail) => mail.orderId === orderId)
    .map(({ mailId, message }) => (
      <p className="callout trouble lead" key={mailId}>
        {message} {isOwner && <a href={`${PAGES['admin/mails'].path}#mail-${mailId}`}>Send it again</a>}
      </p>
    ));
}
