import { readFileSync } from 'node:fs';

/** In the order in which they need one another. */
const MODULES = [
  'card.js',
  'api.js',
  'emitter.js',
  'styles.js',
  'dom.js',
  'payment-element.js',
  'wallet-sheet.js',
  'express-checkout-element.js',
  'elements-group.js',
  'confirm.js',
  'stripe.js',
];

/**
 * The modules of this folder as one classic script, because that is what Stripe.js is: it can be put into a page with
 * a plain `<script src>`, and has set `window.Stripe` when its load event fires.
 */
export function readStripeJs(): string {
  const parts = MODULES.map((name) =>
    readBrowserFile(name)
      .replaceAll(/^import [^;]*;\n/gm, '')
      .replaceAll(/^export /gm, ''),
  );
  return `(() => {\n'use strict';\n${parts.join('\n')}})();\n`;
}

export function readBrowserFile(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
