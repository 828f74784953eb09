import { labelWeekWithRoom, type WeekAvailability } from '#domain/delivery/weeks.ts';
import { formatAmount, type Pence } from '#domain/money.ts';
import {
  DELIVERY_FIELDS,
  type DeliveryField,
  type OrderEntries,
  type OrderErrors,
  type OrderField,
} from '#domain/orders/order-fields.ts';
import type { PagePath } from '#domain/pages.ts';
import { describeTotal, readQuantity } from '#domain/quantity.ts';
import {
  type Field,
  listProblems,
  renderErrorSummary,
  renderInput,
  renderSelect,
  renderTextarea,
} from './field.ts';
import { type Html, html } from './html.ts';

/** The form for an order that the farm takes by telephone. Its fields are those of the shop's own form. */

export const TELEPHONE_PATH = '/admin/telephone' satisfies PagePath;

/** How somebody on the telephone pays. */
export const WAYS_TO_PAY = ['link', 'cash', 'bank'] as const;
export type WayToPay = (typeof WAYS_TO_PAY)[number];

const WAYS: Readonly<Record<WayToPay, readonly [name: string, hint: string]>> = {
  link: ['Payment link', 'They pay by card on their own phone. The boxes are held for 48 hours.'],
  cash: ['Cash', 'You’ve got the money, so the order is paid straight away.'],
  bank: ['Bank transfer', 'When you see it, press ‘The money has arrived’ on the order.'],
};

const LABELS: Readonly<Partial<Record<OrderField, string>>> = {
  customerName: 'Name',
  customerEmail: 'E-mail address (optional)',
};

const HINTS: Readonly<Partial<Record<OrderField, string>>> = {
  customerEmail: 'Leave it out, and they’ll get no e-mails.',
  customerPhone: 'For the payment link by text, and for questions.',
};

export interface TelephoneForm {
  /** Made anew for each form, so that a form sent twice is one order. */
  readonly id: string;
  readonly unitPrice: Pence;
  /** How long a bank transfer is waited for. */
  readonly transfers: { readonly remindAfterDays: number; readonly lapseAfterDays: number };
  readonly weeks: readonly WeekAvailability[];
  readonly entries: OrderEntries;
  readonly errors: OrderErrors & { readonly way?: string };
  /** Whether the postcode is outside the delivery area. */
  readonly isOutside: boolean;
  readonly failure?: string | undefined;
}

const BUYER = [
  'customerName',
  'customerPhone',
  'shippingPostcode',
  'shippingAddress',
  'shippingCity',
  'customerEmail',
  'specialInstructions',
] as const;
const GIFT = ['recipientName', 'giftMessage'] as const;
/** Every field of the form, in its order. */
const SHOWN = ['quantity', 'deliveryWeek', ...BUYER, ...GIFT, 'way'] as const;

const controlId = (name: string) => `telephone-${name}`;
const errorControlId = (name: string) => controlId(name === 'way' ? 'link' : name);

export function renderTelephoneForm(form: TelephoneForm): Html {
  const { entries, errors, unitPrice } = form;
  const quantity = entries.quantity ?? '1';
  // What has no field here would otherwise be refused without a word.
  const unseen = Object.entries(errors).flatMap(([name, message]) =>
    message === undefined || SHOWN.some((each) => each === name) ? [] : [message],
  );
  const messages = [...(form.failure === undefined ? [] : [form.failure]), ...unseen];
  return html`<form class="form wide" method="post" action="${TELEPHONE_PATH}" novalidate data-unit-price="${unitPrice}">
${renderErrorSummary('telephone', { messages, fields: listProblems(SHOWN, errors, errorControlId) })}
<input type="hidden" name="id" value="${form.id}"><input type="hidden" name="shippingCountry" value="GB">
${renderInput({ id: controlId('quantity'), name: 'quantity', label: 'How many boxes?', hint: `${formatAmount(unitPrice)} a box, delivery included.`, message: errors.quantity, attributes: html`class="short" type="number" inputmode="numeric" min="1" step="1" autocomplete="off"` }, quantity)}
${renderWeek(form)}
${BUYER.map((name) => renderText(form, name))}
${renderGift(form)}
<fieldset class="fields"><legend>How do they pay?</legend>
${renderWays(entries.way ?? 'link', form.transfers)}
</fieldset>
<div class="actions in-reach"><strong><output>${describeTotal(readQuantity(quantity), unitPrice)}</output></strong><button class="button" type="submit">Take the order</button></div>
</form>`;
}

/** Folded, because few callers send a present and every field costs a tap of the Tab key. */
function renderGift(form: TelephoneForm): Html {
  const isGift = GIFT.some((name) => form.entries[name] || form.errors[name]);
  return html`<details${isGift && html` open`}>
<summary>It’s a gift</summary>
<div class="fields">${GIFT.map((name) => renderText(form, name))}</div>
</details>`;
}

function renderWays(chosen: string, { remindAfterDays, lapseAfterDays }: TelephoneForm['transfers']): Html[] {
  const held = `We hold the boxes for ${lapseAfterDays} days and e-mail them a reminder after ${remindAfterDays}, so do say. `;
  return WAYS_TO_PAY.map((way) => {
    const [name, hint] = WAYS[way];
    const id = controlId(way);
    return html`<label class="choice" for="${id}"><input id="${id}" type="radio" name="way" value="${way}"${way === chosen && html` checked`}><span><strong>${name}:</strong> ${way === 'bank' && held}${hint}</span></label>`;
  });
}

function renderText(
  { entries, errors, isOutside }: TelephoneForm,
  name: Exclude<OrderField, 'quantity' | 'deliveryWeek'>,
): Html {
  const field = {
    id: controlId(name),
    label: LABELS[name] ?? DELIVERY_FIELDS[name].label,
    hint: HINTS[name],
    message: errors[name],
    ...(name === 'shippingPostcode' && isOutside && { after: renderOutside(entries) }),
  };
  return renderDetail(name, field, entries[name]);
}

const TYPES: Readonly<Partial<Record<DeliveryField, Html>>> = {
  customerPhone: html`type="tel"`,
  customerEmail: html`type="email" spellcheck="false"`,
  shippingPostcode: html`class="short" type="text" autocapitalize="characters" spellcheck="false"`,
};

/** One detail of an order in a form of the farm's. */
export function renderDetail(
  name: DeliveryField,
  given: Omit<Field, 'name' | 'longest' | 'attributes'>,
  entry: string | undefined,
): Html {
  const { longest, kind } = DELIVERY_FIELDS[name];
  // The browser would offer the details of whoever sits here.
  const off = html`autocomplete="off"`;
  const attributes =
    kind === 'lines' ? html`rows="2" ${off}` : html`${TYPES[name] ?? html`type="text"`} ${off}`;
  const field = { ...given, name, longest, attributes };
  return kind === 'lines' ? renderTextarea(field, entry) : renderInput(field, entry);
}

function renderWeek({ weeks, entries, errors }: TelephoneForm): Html {
  const options = weeks.map((week) => [week.id as string, labelWeekWithRoom(week)] as const);
  const field = { id: controlId('deliveryWeek'), name: 'deliveryWeek', label: 'Delivery week' };
  return renderSelect({ ...field, message: errors.deliveryWeek }, options, entries.deliveryWeek);
}

function renderOutside({ outside }: OrderEntries): Html {
  const id = controlId('outside');
  return html`<label class="choice" for="${id}"><input id="${id}" type="checkbox" name="outside" value="yes"${outside === 'yes' && html` checked`}><span>We deliver there all the same</span></label>`;
}
