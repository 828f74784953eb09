import { html } from './html.ts';

/**
 * Beside a number of boxes; `shop/quantity-steps-inline.js` makes them work, and without script they are not shown. The Tab
 * key passes them by, because the arrow keys do the same in the field.
 */
export const QUANTITY_STEPS = html`<button class="button quiet step" type="button" tabindex="-1" data-step="-1" aria-label="One box fewer">−</button>
<button class="button quiet step" type="button" tabindex="-1" data-step="1" aria-label="One box more">+</button>`;
