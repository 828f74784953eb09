/**
 * The address of the buyer's own page, from the answer that completed their order to the page that thanks them. In this
 * tab's session and nowhere else: whoever has it can see and change the order, and the confirmation brings it anyway.
 */
const KEY = 'ownOrder';

interface OwnOrderLink {
  readonly orderNumber: string;
  /** `/order?key=…` */
  readonly address: string;
}

/** Does nothing where the browser keeps nothing. */
export function keepOwnOrderLink(link: OwnOrderLink): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(link));
  } catch {
    // The confirmation has it.
  }
}

/** @param orderNumber of the order that is meant; without it, whichever was completed last in this tab */
export function readOwnOrderLink(orderNumber?: string): string | undefined {
  try {
    const link = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as OwnOrderLink | null;
    const isMeant = orderNumber === undefined || link?.orderNumber === orderNumber;
    // Written by ourselves, and still not believed to lead elsewhere.
    return isMeant && link?.address.startsWith('/order?key=') ? link.address : undefined;
  } catch {
    return undefined;
  }
}
