import { readObject, writeObject } from './storage.ts';

/**
 * The path of the buyer's own page, from the answer that completed their order to the page that thanks them. In this
 * tab's session and nowhere else: whoever has it can see and change the order, and the confirmation brings it anyway.
 */
const KEY = 'manageOrder';

interface ManageOrderLink {
  readonly orderNumber: string;
  /** `/order?key=…` */
  readonly address: string;
}

/** Does nothing where the browser keeps nothing: the confirmation has it. */
export function keepManageOrderLink(link: ManageOrderLink): void {
  writeObject('sessionStorage', KEY, link);
}

/** @param orderNumber of the order that is meant; without it, whichever was completed last in this tab */
export function readManageOrderLink(orderNumber?: string): string | undefined {
  const { orderNumber: known, address } = readObject<Partial<ManageOrderLink>>('sessionStorage', KEY) ?? {};
  const isMeant = orderNumber === undefined || known === orderNumber;
  // Written by ourselves, and still not believed to lead elsewhere.
  return isMeant && /^\/order\?key=/.test(address ?? '') ? address : undefined;
}
