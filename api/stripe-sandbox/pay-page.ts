import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { SANDBOX_BANNER, SANDBOX_MOUNT } from '#domain/payments/payment-provider.ts';
import { findIntent } from './change-intent.ts';
import { Failure } from './failures.ts';
import type { Intent, LineItem, Session } from './store.ts';
import { finishAuthentication } from './take-payment.ts';
import type { Work } from './work.ts';

interface Field {
  name: string;
  label: string;
  autocomplete: string;
  hint?: string;
  inputmode?: string;
}

const YOU: Field[] = [
  { name: 'email', label: 'E-mail', autocomplete: 'email', inputmode: 'email' },
  { name: 'name', label: 'Full name', autocomplete: 'name' },
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
  { name: 'cvc', label: 'Security code', autocomplete: 'cc-csc', hint: 'Any three digits.' },
];

export interface PayPage {
  session: Session;
  items: LineItem[];
  /** The entries so far. */
  entries: Record<string, string>;
  /** The errors by field. */
  problems: Record<string, string>;
  /** The error of the payment as a whole. */
  problem?: string | undefined;
}

/** The page that a Checkout Session is paid on. Works without JavaScript. */
export function renderPayPage(page: PayPage): Markup {
  const { session, items, problems, problem } = page;
  const total = formatMoney(session.amount_total ?? 0);
  const links = Object.entries(problems).map(
    ([name, message]) => html`<li><a href="#${name}">${message}</a></li>`,
  );
  const wrong = html`<div class="problems" role="alert">
    <h2>You haven’t paid yet</h2>
    <ul>${problem === undefined ? '' : html`<li>${problem}</li>`}${links}</ul>
  </div>`;
  return renderPage(
    'Pay for your order',
    html`${links.length > 0 || problem !== undefined ? wrong : ''}
      <ul>${items.map((item) => html`<li>${item.quantity} × ${item.description}: ${formatMoney(item.amount_total)}</li>`)}</ul>
      <form method="post" action="${SANDBOX_MOUNT}/pay/${session.id}" novalidate>
        <fieldset><legend>You</legend>${YOU.map((field) => renderField(field, page))}</fieldset>
        <fieldset><legend>Card</legend>${CARD.map((field) => renderField(field, page))}</fieldset>
        <button>Pay ${total}</button>
      </form>
      ${session.cancel_url ? html`<p><a href="${session.cancel_url}">Go back without paying</a></p>` : ''}`,
  );
}

function renderField(field: Field, { entries, problems }: PayPage): Markup {
  const { name, label, autocomplete, hint, inputmode = 'text' } = field;
  const message = problems[name];
  return html`<label for="${name}">${label}</label>
    <p id="${name}-hint" class="hint">${hint}</p>
    <p id="${name}-problem" class="problem">${message}</p>
    <input id="${name}" name="${name}" inputmode="${inputmode}" autocomplete="${autocomplete}" required
      value="${entries[name] ?? ''}" aria-invalid="${message ? 'true' : 'false'}"
      aria-describedby="${name}-hint ${name}-problem">`;
}

function formatMoney(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
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
function leadBack(work: Work, intent: Intent): Reply {
  const { returnUrl } = work.store.readHidden('payment_intent', intent.id);
  const url = new URL(String(returnUrl));
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', String(intent.client_secret));
  url.searchParams.set(
    'redirect_status',
    ['succeeded', 'requires_capture'].includes(intent.status) ? 'succeeded' : 'failed',
  );
  return goTo(url.href);
}
