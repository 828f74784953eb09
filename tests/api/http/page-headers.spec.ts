import { expect, test } from '@playwright/test';
import { hashInline } from '../../../api/site/page-markup.ts';
import { SPECULATION_RULES } from '../../../src/domain/speculation-rules.ts';
import { pagePaths, readPage } from '../../pages/built-site.ts';
import { hashesOf, openSiteWithHeaders, parsePolicy, readHeaders } from './site-with-headers.ts';

const withoutHashes = (sources: string[] = []) => sources.filter((source) => !source.startsWith("'sha256-"));

for (const path of pagePaths()) {
  test(`${path} may run what it was built with, and nothing else`, async () => {
    const headers = await readHeaders(path);
    const policy = parsePolicy(headers);
    const html = readPage(path);
    const scripts = hashesOf(html, /<script type="module">([\s\S]*?)<\/script>/g);
    const styles = hashesOf(html, /<style>([\s\S]*?)<\/style>/g);
    expect(scripts.length).toBeGreaterThan(0);
    expect(policy['script-src']).toEqual(expect.arrayContaining(["'self'", ...scripts]));
    expect(policy['style-src']).toEqual(expect.arrayContaining(["'self'", ...styles]));
    const inlineScripts = html.match(/<script(?![^>]*\ssrc=)(?![^>]*ld\+json)/g) ?? [];
    const preparing = html.includes('/_astro/keep-pages') ? [hashInline(SPECULATION_RULES)] : [];
    expect(policy['script-src']).toEqual(expect.arrayContaining(preparing));
    expect(policy['script-src']?.length).toBeLessThanOrEqual(inlineScripts.length + preparing.length + 1);
    expect(withoutHashes(policy['style-src'])).toEqual(["'self'"]);
    expect(Object.values(policy).flat()).not.toContain("'unsafe-inline'");
    expect(Object.values(policy).flat()).not.toContain("'unsafe-eval'");
    expect(Object.values(policy).flat()).not.toContain('*');
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'worker-src': ["'self'"],
      'frame-ancestors': ["'none'"],
    });
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    // What no policy with hashes can allow.
    expect(html).not.toMatch(/<[^>]+\s(style|on[a-z]+)=["']/);
  });
}

const VIDEO = 'https://video.example.com';
const MAP = 'https://www.openstreetmap.org';
for (const [path, frames] of [
  ['/', [VIDEO, "'self'"]],
  ['/pick-your-own', ["'self'"]],
  ['/visit', [MAP]],
  ['/about-us', [MAP]],
  ['/prices', ["'none'"]],
  ['/admin/orders', ["'none'"]],
  ['/branch-box-checkout', ["'self'"]],
] as const) {
  test(`${path} may frame ${frames.join(' and ')}`, async () => {
    const headers = await readHeaders(path);
    expect(parsePolicy(headers)['frame-src']?.toSorted()).toEqual(frames.toSorted());
    const delegated = frames.filter((frame) => frame.startsWith('https:')).map((frame) => ` "${frame}"`);
    if (delegated.length > 0) {
      expect(headers.get('Permissions-Policy')).toContain(`payment=(self${delegated.join('')}), `);
      expect(headers.get('Permissions-Policy')).toContain(`fullscreen=(self${delegated.join('')}), `);
    }
  });
}

test('the frame with the ticket widget may load its host, which no other page may', async () => {
  const app = await openSiteWithHeaders();
  const tickets = 'https://tickets.example.com';
  const headers = await readHeaders('/embed/tickets', app);
  expect(parsePolicy(headers)).toEqual({
    'default-src': ["'none'"],
    'script-src': [tickets],
    'style-src': [tickets],
    'img-src': ['data:', tickets],
    'font-src': [tickets],
    'connect-src': [tickets],
    'frame-src': [tickets],
    'form-action': [tickets],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'self'"],
    sandbox: ['allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-scripts'],
  });
  expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
  for (const path of pagePaths()) {
    expect((await readHeaders(path, app)).get('Content-Security-Policy'), path).not.toContain(tickets);
  }
});

test('Stripe is allowed on the two payment pages, and the wallets with it, when payments go to Stripe', async () => {
  const app = await openSiteWithHeaders('stripe');
  for (const path of ['/branch-box-checkout', '/nordmann-foliage-payment']) {
    const headers = await readHeaders(path, app);
    // docs.stripe.com/security/guide?csp=csp-js lists these for Stripe.js, and no others.
    const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://maps.googleapis.com'];
    const { 'script-src': scriptSources, 'style-src': _, ...policy } = parsePolicy(headers);
    expect(withoutHashes(scriptSources)).toEqual(["'self'", ...scripts]);
    expect(policy).toEqual({
      'default-src': ["'none'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", 'https://api.stripe.com', 'https://maps.googleapis.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      // The page of Stripe's that the order form's answer leads to.
      'form-action': ["'self'", 'https://checkout.stripe.com'],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
    expect(headers.get('Permissions-Policy')).toContain('payment=(self "https://js.stripe.com"');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups');
  }
  for (const path of pagePaths().filter((each) => !/payment$|checkout$/.test(each))) {
    const headers = await readHeaders(path, app);
    const policy = parsePolicy(headers);
    const isOrderForm = path === '/nordmann-branches';
    expect(policy['form-action']).toEqual(
      isOrderForm ? ["'self'", 'https://checkout.stripe.com'] : ["'self'"],
    );
    delete policy['form-action'];
    expect(JSON.stringify(policy), path).not.toContain('stripe');
    expect(headers.get('Permissions-Policy'), path).not.toContain('stripe');
    expect(headers.get('Cross-Origin-Opener-Policy'), path).toBe('same-origin');
  }
});

test('with the sandbox no page names Stripe', async () => {
  const app = await openSiteWithHeaders('sandbox');
  for (const path of pagePaths()) {
    const headers = await readHeaders(path, app);
    expect(JSON.stringify([...headers]), path).not.toContain('stripe');
  }
  expect((await readHeaders('/nordmann-foliage-payment', app)).get('Permissions-Policy')).toContain(
    'payment=(self)',
  );
});
