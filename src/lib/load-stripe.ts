import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { PAYMENT_SCRIPT_ID, PAYMENT_SCRIPT_URL, PUBLISHABLE_KEY } from './payment-provider.ts';

/**
 * Stripe.js, or what stands in for it, once its script has run. The page has asked for the script already, beside our
 * own; one that has failed is asked for again.
 * @throws Error when the script cannot be loaded, as behind a blocker or without a line
 */
export async function loadPayments(): Promise<Stripe> {
  await waitForScript();
  const stripe = await loadStripe(PUBLISHABLE_KEY);
  if (stripe === null) throw new Error('Stripe.js needs a browser.');
  return stripe;
}

/** Lets the next `loadPayments` ask for the script anew, where the one that was asked for hangs. */
export function giveUpOnScript(): void {
  const asked = document.getElementById(PAYMENT_SCRIPT_ID);
  if (asked) asked.dataset.failed = 'hangs';
}

async function waitForScript(): Promise<void> {
  if ('Stripe' in window) return;
  const asked = document.getElementById(PAYMENT_SCRIPT_ID);
  const script = asked && asked.dataset.failed === undefined ? asked : askAgain(asked);
  await new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve(), { once: true });
    script.addEventListener('error', () => reject(new Error('The payment script could not be loaded.')), {
      once: true,
    });
  });
}

function askAgain(failed: HTMLElement | null): HTMLScriptElement {
  failed?.remove();
  const script = document.createElement('script');
  script.id = PAYMENT_SCRIPT_ID;
  // A browser does not ask for an address twice at a time, so one that hangs is asked for under another.
  script.src =
    failed?.dataset.failed === 'hangs' ? `${PAYMENT_SCRIPT_URL}?again=${Date.now()}` : PAYMENT_SCRIPT_URL;
  script.addEventListener('error', () => {
    script.dataset.failed = '';
  });
  document.head.append(script);
  return script;
}
