import { html } from 'hono/html';
import type Stripe from 'stripe';
import { Failure } from './failures.ts';
import { findIntent } from './find-intent.ts';
import { goTo, type Markup, MISSING_PAGE, type Reply, renderNotice, renderPage, show } from './page-shell.ts';
import { finishAuthentication } from './take-payment.ts';
import type { Work } from './work.ts';

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
