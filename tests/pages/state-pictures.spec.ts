import { ORDER_STATUSES } from '../../src/domain/orders/order-status.ts';
import { renderManageOrder } from '../../src/forms/manage-order-page.ts';
import { renderPay } from '../../src/forms/pay-page.ts';
import { STATE_PICTURES } from '../../src/forms/state-pictures.ts';
import { renderThankYou } from '../../src/forms/thank-you-page.ts';
import { expect, test } from '../support/test.ts';
import { readPage } from './built-site.ts';

const PHONE = '01632 960 214';

/** Where nothing more is known than the state: its page, its words, and its picture if it isn't the page's own. */
const WORDS = [
  [
    '/nordmann-branches/thank-you',
    renderThankYou({ state: 'unpaid' }, PHONE),
    'You haven’t paid yet',
    'nail',
  ],
  ['/nordmann-branches/thank-you', renderThankYou({ state: 'unreachable' }, PHONE), 'just now', 'no-signal'],
  ['/nordmann-branches/thank-you', renderThankYou({ state: 'unknown' }, PHONE), 'find this order', null],
  ['/pay', renderPay({ state: 'paid' }, PHONE), 'This is paid', 'doorstep'],
  ['/pay', renderPay({ state: 'over' }, PHONE), 'This link has expired', 'gate'],
  ['/pay', renderPay({ state: 'unknown' }, PHONE), 'Open the link we sent you', null],
  ['/order', renderManageOrder({ state: 'ended' }, PHONE), 'This link has expired', 'gate'],
  ['/order', renderManageOrder({ state: 'unknown' }, PHONE), 'Open the link in your confirmation', null],
] as const;

test('each state of an order is said beside its picture, which its page has, like the look of its label', () => {
  // The bundler once left its sheet out of one of them.
  for (const path of ['/success', ...WORDS.map(([path]) => path)])
    expect(readPage(path), path).toContain('.slip{');
  for (const [path, markup, words, picture] of WORDS) {
    expect(markup).toContain(words);
    expect(/data-picture="([\w-]+)"/.exec(markup)?.[1] ?? null, words).toBe(picture);
    if (picture !== null) expect(readPage(path), words).toMatch(new RegExp(`<div class="${picture}[ "]`));
  }
  for (const status of ORDER_STATUSES) {
    const picture = STATE_PICTURES[status];
    if (picture !== null)
      expect(readPage('/order'), status).toMatch(new RegExp(`<div class="${picture}[ "]`));
  }
});
