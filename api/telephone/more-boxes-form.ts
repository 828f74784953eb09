import { formatAmount, type Pence } from '#domain/money.ts';
import { countBoxes, countTotalNow, describeBoxes } from '#domain/orders/describe-order.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { renderErrorSummary } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { renderWays } from '#forms/telephone-form.ts';
import { TELEPHONE_PATH } from '#forms/telephone-path.ts';
import { address, week } from '../mail/order-templates.ts';
import type { Order } from '../orders/orders-repository.ts';

/** The form that adds boxes to an order. */
export interface MoreBoxesForm {
  readonly id: string;
  readonly order: Order;
  readonly boxes: number;
  /** Null if the order cannot have more. */
  readonly total: Pence | null;
  readonly problem?: string | undefined;
}

export function renderMoreBoxes({ id, order, boxes, total, problem }: MoreBoxesForm): Html {
  const messages = problem === undefined ? [] : [problem];
  return html`<section aria-labelledby="more"><h2 id="more">${formatBoxes(boxes)} more for ${order.orderNumber}</h2>
<div class="form">${renderErrorSummary('more-boxes', { messages, fields: [] })}</div>
<dl class="admin-facts">
<div><dt>So far</dt><dd>${describeBoxes(countBoxes(order))}, ${formatAmount(countTotalNow(order))}</dd></div>
<div><dt>Delivery</dt><dd>${week(order)}</dd></div>
<div><dt>To</dt><dd>${address(order).replaceAll('\n', ', ')}</dd></div>
${total !== null && html`<div><dt>To pay now</dt><dd><strong>${formatAmount(total)}</strong></dd></div>`}
</dl>
${
  total !== null &&
  html`<form class="form admin-correction" method="post" action="${TELEPHONE_PATH}/boxes">
<input type="hidden" name="id" value="${id}"><input type="hidden" name="order" value="${order.id}"><input type="hidden" name="version" value="${order.version}"><input type="hidden" name="boxes" value="${boxes}">
<fieldset class="fields"><legend>How do they pay?</legend>${renderWays('link')}</fieldset>
<p class="hint">With a link or a bank transfer, the order stays as it is until the money has come in.</p>
<button class="button" type="submit">Add ${formatBoxes(boxes)} for ${formatAmount(total)}</button>
</form>`
}</section>`;
}
