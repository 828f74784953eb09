import type { Appearance, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/** The script element that the page adds (components/shop/payment-script-inline.js). */
const SCRIPT_ID = 'payment-script';

/**
 * Returns Stripe.js, or its sandbox, once its script has run. The page has already requested the script alongside our
 * own. A script that failed is requested again.
 * @throws Error if the script cannot be loaded, for example because of a blocker
 */
export async function loadPayments(): Promise<Stripe> {
  const { url, key } = readProvider();
  await waitForScript(url);
  const stripe = await loadStripe(key);
  if (stripe === null) throw new Error('Stripe.js needs a browser.');
  return stripe;
}

/** Lets the next `loadPayments` request the script again, if the first request hangs. */
export function abandonScript(): void {
  const asked = document.getElementById(SCRIPT_ID);
  if (asked) asked.dataset.failed = 'hangs';
}

/** The look of Stripe's elements: green as the primary colour (section 2), and the page's own text and background. */
export function readAppearance(): Appearance {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: isDark ? '#a5d3b5' : '#1f5132',
      colorBackground: isDark ? '#101a15' : '#fbf7ef',
      colorText: isDark ? '#f1ede3' : '#1b1f1c',
      colorTextSecondary: isDark ? '#c4cfc8' : '#43504a',
      colorDanger: isDark ? '#f0a79f' : '#a3231c',
      borderRadius: '0px',
    },
  };
}

/** The values that the service has written into the page (components/shop/PaymentScript.astro). */
function readProvider(): { readonly url: string; readonly key: string } {
  const { url, key } = document.querySelector<HTMLElement>('script[data-key]')?.dataset ?? {};
  if (url === undefined || key === undefined) throw new Error('The page does not say who takes the payment.');
  return { url, key };
}

async function waitForScript(url: string): Promise<void> {
  if ('Stripe' in window) return;
  const asked = document.getElementById(SCRIPT_ID);
  const script = asked && asked.dataset.failed === undefined ? asked : askAgain(asked, url);
  await new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve(), { once: true });
    script.addEventListener('error', () => reject(new Error('The payment script could not be loaded.')), {
      once: true,
    });
  });
}

function askAgain(failed: HTMLElement | null, url: string): HTMLScriptElement {
  failed?.remove();
  const script = document.createElement('script');
  script.id = SCRIPT_ID;
  // A browser does not request a URL twice at once, so a request that hangs is repeated with another URL.
  script.src = failed?.dataset.failed === 'hangs' ? `${url}?again=${Date.now()}` : url;
  script.addEventListener('error', () => {
    script.dataset.failed = '';
  });
  document.head.append(script);
  return script;
}
