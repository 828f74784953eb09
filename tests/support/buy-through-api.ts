import { expect } from '@playwright/test';
import { confirmByCard } from './confirm-by-card.ts';

const BUYER = {
  customerName: 'Ada Holly',
  customerEmail: 'ada@example.com',
  customerPhone: '01632 960 111',
  shippingAddress: '1 Orchard Close\nThe Green',
  shippingCity: 'Taunton',
  shippingPostcode: 'TA1 1AA',
  shippingCountry: 'GB',
  specialInstructions: 'Leave by the wood store.',
};

/**
 * A purchase of two branch boxes by the calls that the pages make, paid with the given test card, for tests of what
 * comes after it.
 * @returns the order's number
 */
export async function buyThroughApi(url: string, card = '4242424242424242'): Promise<string> {
  const order = {
    ...BUYER,
    quantity: 2,
    unitPrice: '39.99',
    totalAmount: '79.98',
    deliveryWeek: '2025-12-01',
  };
  const { customerName, customerEmail } = BUYER;
  const { clientSecret } = await post<{ clientSecret: string }>(url, '/api/create-payment-intent', {
    amount: 79.98,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { customerName, customerEmail, orderType: 'branch_box' },
    order,
  });
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
  expect(await confirmByCard(url, clientSecret, { card })).toMatch(/^(succeeded|processing)$/);
  const done = await post<{ orderNumber: string }>(url, '/api/branch-boxes/order', {
    ...order,
    paymentIntentId,
  });
  return done.orderNumber;
}

async function post<T>(url: string, path: string, body: unknown): Promise<T> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify(body),
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}
