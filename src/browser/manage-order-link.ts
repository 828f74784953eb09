import { readObject, writeObject } from './storage.ts';

/**
 * The link to the buyer's own page, passed from the completed order to the thank-you page. It is stored in this tab's
 * session only, because anybody with the link can see and change the order. The confirmation e-mail has it as well.
 */
const KEY = 'manageOrder';

interface ManageOrderLink {
  readonly orderNumber: string;
  /** `/order?key=…` */
  readonly address: string;
}

/** Does nothing if storage is unavailable: the link is in the confirmation e-mail. */
export function keepManageOrderLink(link: ManageOrderLink): void {
  writeObject('sessionStorage', KEY, link);
}

/** @param orderNumber without it, the order that this tab completed last */
export function readManageOrderLink(orderNumber?: string): string | undefined {
  const { orderNumber: known, address } = readObject<Partial<ManageOrderLink>>('sessionStorage', KEY) ?? {};
  const isMeant = orderNumber === undefined || known === orderNumber;
  // We stored the link ourselves, but check all the same that it leads nowhere else.
  return isMeant && /^\/order\?key=/.test(address ?? '') ? address : undefined;
}
