import { expect } from '@playwright/test';
import { confirmByCard } from './confirm-by-card.ts';
import { costOf, DELIVERY, WEEK } from './sample-order.ts';

const ADA = {
  ...DELIVERY,
  quantity: 2,
  deliveryWeek: WEEK as string,
  customerName: 'Ada Holly',
  customerEmail: 'ada@example.com',
  customerPhone: '01632 960 111',
  shippingAddress: '1 Orchard Close\nThe Green',
  specialInstructions: 'Leave by the wood store.',
};

/** The order and its buyer. */
type Purchase = typeof ADA;

interface Options {
  readonly purchase?: Partial<Purchase>;
  /** The buyer's IP address, for a service that trusts a proxy: it counts how much one address asks for. */
  readonly address?: string;
}

/**
 * A purchase, of two branch boxes unless told otherwise, by the calls that the pages make, paid with the given test
 * card: for tests of what comes after it.
 * @returns the order's number
 */
export async function buyThroughApi(
  url: string,
  card = '4242424242424242',
  { purchase = {}, address }: Options = {},
): Promise<string> {
  const bought = { ...ADA, ...purchase };
  const totalAmount = costOf(bought.quantity);
  const amount = Number(totalAmount);
  const order = { ...bought, unitPrice: costOf(1), totalAmount };
  const { customerName, customerEmail } = order;
  const post = <T>(path: string, body: unknown) => send<T>(url + path, body, address);
  const { clientSecret } = await post<{ clientSecret: string }>('/api/create-payment-intent', {
    amount,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { customerName, customerEmail, orderType: 'branch_box' },
    order,
  });
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
  expect(await confirmByCard(url, clientSecret, { card })).toMatch(
    /^(succeeded|processing|requires_capture)$/,
  );
  const done = await post<{ orderNumber: string }>('/api/branch-boxes/order', { ...order, paymentIntentId });
  return done.orderNumber;
}

async function send<T>(url: string, body: unknown, address: string | undefined): Promise<T> {
  const { origin, pathname } = new URL(url);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: origin,
      ...(address !== undefined && { 'X-Forwarded-For': address }),
    },
    body: JSON.stringify(body),
  });
  expect(response.status, pathname).toBe(200);
  return (await response.json()) as T;
}
