import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type Stripe from 'stripe';
import { SANDBOX_BANNER, SANDBOX_MOUNT } from '#domain/payments/payment-sandbox.ts';
import { findIntent } from './change-intent.ts';
import { Failure } from './failures.ts';
import { finishAuthentication } from './take-payment.ts';
import type { Work } from './work.ts';

const COUNTRIES = new Intl.DisplayNames('en-GB', { type: 'region' });

interface Field {
  name: string;
  label: string;
  autocomplete: string;
  hint?: string;
  type?: string;
  inputmode?: string;
  isOptional?: boolean;
}

const CONTACT: Field[] = [
  { name: 'email', label: 'E-mail', autocomplete: 'email', type: 'email' },
  { name: 'name', label: 'Full name', autocomplete: 'name' },
];
const ADDRESS: Field[] = [
  { name: 'line1', label: 'Address', autocomplete: 'address-line1' },
  {
    name: 'line2',
    label: 'Address, second line (optional)',
    autocomplete: 'address-line2',
    isOptional: true,
  },
  { name: 'city', label: 'Town or city', autocomplete: 'address-level2' },
  { name: 'postal_code', label: 'Postcode', autocomplete: 'postal-code' },
];
const CARD: Field[] = [
  {
    name: 'number',
    label: 'Card number',
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    hint: '4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for authentication.',
  },
  { name: 'expiry', label: 'Expiry date', autocomplete: 'cc-exp', hint: 'MM / YY, any in the future.' },
  {
    name: 'cvc',
    label: 'Security code',
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    hint: 'Any three digits.',
  },
];

export interface PayPage {
  session: Stripe.Checkout.Session;
  items: Stripe.LineItem[];
  /** The entries so far. */
  entries: Record<string, string>;
  /** The errors by field. */
  problems: Record<string, string>;
  /** The error of the payment as a whole. */
  problem?: string | undefined;
}

/** The page that a Checkout Session is paid on. Works without JavaScript. */
export function renderPayPage(page: PayPage): Markup {
  const { session, items } = page;
  const countries = session.shipping_address_collection?.allowed_countries;
  return renderPage(
    'Pay for your order',
    html`${renderProblems(page)}
      <table>
        <caption>Your order</caption>
        <tbody>
          ${items.map(
            (item) =>
              html`<tr><th scope="row">${item.quantity} × ${item.description}</th><td>${money(item.amount_total, session)}</td></tr>`,
          )}
        </tbody>
        <tfoot><tr><th scope="row">Total</th><td>${money(session.amount_total ?? 0, session)}</td></tr></tfoot>
      </table>
      <form method="post" novalidate>
        <fieldset><legend>You</legend>${CONTACT.map((field) => renderField(field, page))}</fieldset>
        ${
          countries
            ? html`<fieldset><legend>Delivery address</legend>
                ${ADDRESS.map((field) => renderField(field, page))}${renderCountries(countries, page)}
              </fieldset>`
            : ''
        }
        <fieldset><legend>Card</legend>${CARD.map((field) => renderField(field, page))}</fieldset>
        <button>Pay ${money(session.amount_total ?? 0, session)}</button>
      </form>
      ${session.cancel_url ? html`<p><a href="${session.cancel_url}">Go back without paying</a></p>` : ''}`,
  );
}

function renderProblems({ problems, problem }: PayPage): Markup | '' {
  const links = Object.entries(problems).map(
    ([name, message]) => html`<li><a href="#${name}">${message}</a></li>`,
  );
  if (links.length === 0 && problem === undefined) return '';
  return html`<div class="problems" role="alert">
    <h2>You have not paid yet</h2>
    <ul>${problem === undefined ? '' : html`<li>${problem}</li>`}${links}</ul>
  </div>`;
}

function renderField(field: Field, { entries, problems }: PayPage): Markup {
  const { name, label, autocomplete, hint, type = 'text', inputmode = 'text', isOptional } = field;
  const message = problems[name];
  const described = [hint && `${name}-hint`, message && `${name}-problem`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint ? html`<p id="${name}-hint" class="hint">${hint}</p>` : ''}
    ${message ? html`<p id="${name}-problem" class="problem">${message}</p>` : ''}
    <input id="${name}" name="${name}" type="${type}" inputmode="${inputmode}" autocomplete="${autocomplete}"
      value="${entries[name] ?? ''}" aria-invalid="${message ? 'true' : 'false'}"
      ${described ? html`aria-describedby="${described}"` : ''} ${isOptional ? '' : 'required'}>
  </div>`;
}

function renderCountries(countries: string[], { entries }: PayPage): Markup {
  return html`<div class="field">
    <label for="country">Country</label>
    <select id="country" name="country" autocomplete="country">
      ${countries.map(
        (code) =>
          html`<option value="${code}" ${entries.country === code ? 'selected' : ''}>${COUNTRIES.of(code) ?? code}</option>`,
      )}
    </select>
  </div>`;
}

function money(amount: number, { currency }: Stripe.Checkout.Session): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currency ?? 'gbp' });
  return format.format(amount / 100);
}

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** For pages that need no script, and send their form nowhere but here and on. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

/** A page of the sandbox: plain, with the banner. */
function renderPage(title: string, main: Markup): Markup {
  return html`<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="stylesheet" href="${SANDBOX_MOUNT}/pages.css">
  </head>
  <body>
    <header class="banner"><p>${SANDBOX_BANNER}</p></header>
    <main>
      <h1>${title}</h1>
      ${main}
    </main>
  </body>
</html>`;
}

/** A page with one message and, where there is somewhere to go, a link. */
export function renderNotice(title: string, message: string, link?: { href: string; text: string }): Markup {
  const anchor = link ? html`<p><a href="${link.href}">${link.text}</a></p>` : '';
  return renderPage(title, html`<p>${message}</p>${anchor}`);
}

/** The answer to a page's request. Plain data, so that a transaction can return it. */
export type Reply = { page: Markup; status: 200 | 404 | 410 | 422 } | { location: string };

export function show(page: Markup, status: 200 | 410 | 422 = 200): Reply {
  return { page, status };
}

export function goTo(location: string): Reply {
  return { location };
}

export const MISSING_PAGE: Reply = {
  page: renderNotice('Page not found', 'There is nothing to pay at this address.'),
  status: 404,
};

/** The page of the buyer's bank, or back to the shop when it has been answered already. */
export function askForAuthentication(work: Work, id: string, clientSecret: string): Reply {
  const intent = findIntent(work, id, clientSecret);
  if (intent instanceof Failure) return MISSING_PAGE;
  return intent.status === 'requires_action' ? show(renderAuthentication()) : leadBack(work, intent);
}

/** Takes the buyer's answer, the first one only. */
export function answerBank(work: Work, id: string, clientSecret: string, hasSucceeded: boolean): Reply {
  const intent = findIntent(work, id, clientSecret);
  if (intent instanceof Failure) return MISSING_PAGE;
  if (intent.status === 'requires_action') finishAuthentication(work, intent, hasSucceeded);
  return leadBack(work, intent);
}

function renderAuthentication(): Markup {
  return renderPage(
    'Confirm that it is you',
    html`<p>With a real card, your bank would ask for a code or for a tap in its app here.</p>
      <form method="post">
        <button name="outcome" value="succeed">Complete authentication</button>
        <button name="outcome" value="fail" class="secondary">Fail authentication</button>
      </form>`,
  );
}

/** To where the payment was started, told of the outcome as Stripe tells it. */
function leadBack(work: Work, intent: Stripe.PaymentIntent): Reply {
  const { returnUrl } = work.store.readHidden('payment_intent', intent.id);
  if (typeof returnUrl !== 'string') {
    return show(renderNotice('Done', 'You can close this page and go back to the shop.'));
  }
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', String(intent.client_secret));
  url.searchParams.set(
    'redirect_status',
    ['succeeded', 'requires_capture'].includes(intent.status) ? 'succeeded' : 'failed',
  );
  return goTo(url.href);
}
