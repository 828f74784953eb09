import { type IsoDay, londonDay } from '#domain/dates.ts';
import { describeExclusion } from '#domain/delivery/delivery-area.ts';
import { type DeliveryWeek, isOnSale, WEEK_WANTED } from '#domain/delivery/weeks.ts';
import { multiplyPence, type Pence, toPounds } from '#domain/money.ts';
import { findLargestQuantity, tooManyBoxesMessage } from '#domain/quantity.ts';
import { type Problem, type Refusal, type Result, refuse } from '../../http/problems.ts';
import type { Catalogue } from '../../site/catalogue.ts';

export interface PricedOrder {
  readonly quantity: number;
  readonly unitPrice: Pence;
  readonly total: Pence;
  readonly productName: string;
  /** Null only if the buyer's week arrives with the order data, after the payment. */
  readonly week: DeliveryWeek | null;
}

export interface PriceRequest {
  readonly quantity: number;
  readonly week: IsoDay | null;
  /** Null if only the payment will have it. */
  readonly postcode: string | null;
  /** The farm may promise more than the shop: a closed week, or a parcel out of its area. */
  readonly isByFarm?: boolean;
  /** What the page showed the buyer, if it said so. Two different totals cannot both be right. */
  readonly shown?: { readonly unitPrice?: Pence | undefined; readonly totals?: readonly Pence[] };
}

/** The server's own price for an order, or why it cannot be sold. Rules: section 9. */
export function priceOrder(catalogue: Catalogue, request: PriceRequest, now: Date): Result<PricedOrder> {
  const { quantity, shown = {}, isByFarm = false } = request;
  const unitPrice = catalogue.branchBox.pricePence;
  if (quantity > findLargestQuantity(unitPrice)) {
    return refuseField('quantity', tooManyBoxesMessage(unitPrice));
  }
  const total = multiplyPence(unitPrice, quantity);
  const isShownRight =
    (shown.unitPrice ?? unitPrice) === unitPrice && (shown.totals ?? []).every((each) => each === total);
  if (!isShownRight) return refuse(priceChanged(unitPrice, total));
  const week = catalogue.weeks.find(({ id }) => id === request.week) ?? null;
  if (request.week !== null && week === null) {
    return refuseField('deliveryWeek', WEEK_WANTED);
  }
  if (isByFarm) return { ok: true, value: describe(week) };
  if (week !== null && !isOnSale(week, londonDay(now))) {
    return refuse({ code: 'week_not_on_sale' });
  }
  const exclusion = describeExclusion(request.postcode ?? '', catalogue.deliveryArea);
  if (exclusion !== undefined) return refuseField('shippingPostcode', exclusion);
  return { ok: true, value: describe(week) };

  function describe(chosen: DeliveryWeek | null): PricedOrder {
    return { quantity, unitPrice, total, productName: catalogue.branchBox.name, week: chosen };
  }
}

/** The number of boxes that an amount pays for, if it came without the order. */
export function countPaidBoxes(catalogue: Catalogue, amount: Pence): Result<number> {
  const unitPrice = catalogue.branchBox.pricePence;
  if (amount > 0 && amount % unitPrice === 0) return { ok: true, value: amount / unitPrice };
  return refuse(priceChanged(unitPrice));
}

/** The problem for a page with an outdated price. It contains the new price, to show before the buyer pays. */
function priceChanged(unitPrice: Pence, total?: Pence): Problem {
  const details = { unitPrice: toPounds(unitPrice), ...(total && { totalAmount: toPounds(total) }) };
  return { code: 'price_changed', details };
}

function refuseField(field: string, message: string): Refusal {
  return refuse({ code: 'invalid_fields', fields: { [field]: message } });
}
