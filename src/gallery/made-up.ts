import type { WeekTotals } from '#domain/orders/order-changes.ts';
import type { OrderListItem, UndeliveredMail } from '#domain/orders/order-list.ts';
import type { StoredOrder } from '#domain/orders/stored-order.ts';
import type { TrackingPreview } from '#domain/orders/tracking-list.ts';
import type { WeekJob } from '#domain/orders/week-jobs.ts';
import type { SeoFigures } from '#domain/seo-figures.ts';
import type { PaidFoliage } from '../browser/foliage-storage.ts';

/** Invented data, for states that need an order or a response from the service. */

export const doNothing = () => {};

export const STORED_ORDER: StoredOrder = {
  quantity: 2,
  unitPrice: '39.99',
  totalAmount: '79.98',
  customerName: 'Ada Holloway',
  customerEmail: 'ada@example.com',
  customerPhone: '01632 960 123',
  shippingAddress: '3 Orchard Lane\nLower Combe',
  shippingCity: 'Bridgwater',
  shippingPostcode: 'TA6 3AB',
  shippingCountry: 'GB',
  specialInstructions: 'Please leave it in the porch.\nIt is a present.',
  deliveryWeek: '2025-12-01',
  attemptId: '00000000-0000-4000-8000-000000000000',
};

export const PAID_FOLIAGE: PaidFoliage = {
  paymentIntentId: 'pi_3QmadeUpOfNobody0Gallery',
  attemptId: STORED_ORDER.attemptId,
};

const ORDER: OrderListItem = {
  id: '0198c1d2-0000-7000-8000-00004a7b19e0',
  orderNumber: 'BB-K7QF-2MX',
  customerName: 'Ada Holloway',
  customerEmail: 'ada@example.com',
  customerPhone: '01632 960 123',
  recipientName: null,
  giftMessage: null,
  quantity: 1,
  unitPrice: '39.99',
  totalAmount: '39.99',
  status: 'processing',
  createdAt: '2025-11-21T09:30:00.000Z',
  trackingNumber: null,
  parcels: [],
  shippingAddress: '3 Orchard Lane\nLower Combe',
  shippingCity: 'Bridgwater',
  shippingPostcode: 'TA6 3AB',
  shippingCountry: 'GB',
  specialInstructions: null,
  deliveryWeek: '2025-12-01',
  flags: [],
  paymentStatus: 'succeeded',
  paymentMethod: 'card',
  furtherPayments: [],
  takenBy: null,
  paidAmount: '39.99',
  refundedAmount: '0.00',
  goodwillAmount: '0.00',
  boxes: { ordered: 1, refunded: 0, left: 1, sent: 0, toSend: 1 },
  refundableAmount: '39.99',
  isRefunded: false,
  address: ['Ada Holloway', '3 Orchard Lane', 'Lower Combe', 'Bridgwater', 'TA6 3AB'],
  isDisputed: false,
  labelProblem: null,
  internalNote: null,
  version: 1,
};

/** One order for each status, flag and missing value in the table. */
export const ORDERS: readonly OrderListItem[] = listOrders();

export const UNDELIVERED: readonly UndeliveredMail[] = [
  {
    mailId: '1',
    orderId: ORDERS[1]?.id ?? '',
    message:
      'The confirmation did not arrive: there seems to be no such mailbox. Usually the address is misspelt.',
  },
];

function sendAs(...numbers: readonly string[]) {
  const sentAt = '2025-11-25T14:05:00.000Z';
  const parcels = numbers.map((trackingNumber) => ({ trackingNumber, boxes: 1, sentAt }));
  return { trackingNumber: numbers[0] ?? null, parcels };
}

function listOrders(): OrderListItem[] {
  const orders: OrderListItem[] = [
    { ...ORDER, status: 'pending', paymentStatus: 'processing' },
    {
      ...ORDER,
      quantity: 2,
      boxes: { ordered: 2, refunded: 0, left: 2, sent: 0, toSend: 2 },
      totalAmount: '79.98',
      paidAmount: '79.98',
      recipientName: 'Grandma Holloway',
      giftMessage: 'Happy Christmas, Grandma!\nLove from Ada',
      specialInstructions: 'Please leave it in the porch.',
    },
    {
      ...ORDER,
      quantity: 3,
      totalAmount: '119.97',
      paidAmount: '119.97',
      refundedAmount: '39.99',
      boxes: { ordered: 3, refunded: 1, left: 2, sent: 0, toSend: 2 },
    },
    { ...ORDER, status: 'shipped', ...sendAs('QJ123456789GB') },
    { ...ORDER, status: 'delivered', ...sendAs('QJ987654321GB'), customerPhone: null },
    {
      ...ORDER,
      quantity: 5,
      boxes: { ordered: 5, refunded: 0, left: 5, sent: 3, toSend: 2 },
      totalAmount: '199.95',
      ...sendAs('QJ123456780GB', 'QJ123456781GB', 'QJ123456782GB'),
    },
    { ...ORDER, status: 'cancelled', paymentStatus: 'failed' },
    {
      ...ORDER,
      customerName: 'Wilhelmina-Alexandra Featherstonehaugh-Cholmondeley',
      customerEmail: 'wilhelmina-alexandra.featherstonehaugh-cholmondeley@example.com',
      flags: [{ code: 'missing_details', details: [] }],
      shippingAddress: null,
      shippingCity: null,
      shippingPostcode: null,
      shippingCountry: null,
      address: [],
      deliveryWeek: null,
    },
  ];
  return orders.map((order, index) => ({ ...order, id: order.id.replace(/0$/, String(index)) }));
}

export const SEO_FIGURES: SeoFigures = {
  sitemapPages: 21,
  redirects: [
    { from: '/christmas-trees', to: '/' },
    { from: '/about', to: '/about-us' },
    { from: '/christmas-experience', to: '/pick-your-own#gone', problem: 'no-such-anchor' },
  ],
  brokenLinks: [
    {
      address: '/prices#fraser',
      problem: 'no-such-anchor',
      pages: ['/', '/visit', '/faq', '/about-us', '/care-guide'],
    },
  ],
  pageWeights: [
    '/nordmann-branches',
    '/',
    '/pick-your-own',
    '/faq',
    '/prices',
    '/visit',
    '/wholesale',
    '/care-guide',
    '/directions',
    '/about-us',
    '/tree-stands',
    '/success',
  ].map((page, index) => ({ page, bytes: 16_400 - index * 1_150 })),
};

export const CAPPED_WEEK: WeekTotals = {
  week: '2025-12-01',
  orders: 31,
  boxes: 38,
  toPack: 26,
  shipped: 12,
  revenue: '1519.62',
  cap: 40,
  isClosed: false,
};

export const WEEKS: readonly WeekTotals[] = [
  { ...CAPPED_WEEK, week: '2025-11-24', boxes: 1, cap: null },
  CAPPED_WEEK,
  { ...CAPPED_WEEK, week: '2025-12-08', orders: 0, boxes: 0, toPack: 0, shipped: 0, revenue: '0.00' },
];

export const WEEK_JOB: WeekJob = {
  id: '1',
  week: '2025-12-01',
  action: 'refund',
  toWeek: null,
  person: 'Ada',
  state: 'running',
  trouble: null,
  total: 120,
  done: 37,
  refused: [],
};

const LINE = { id: '1', version: 1, replaces: [] };

/** The preview of a pasted list, with every kind of line. */
export const TRACKING_PREVIEW: TrackingPreview = {
  proposals: [
    {
      ...LINE,
      lines: [1],
      orderNumber: 'BB-7F3M-2Q9',
      buyer: 'Ada Holly',
      trackingNumbers: ['QJ123456789GB'],
    },
    {
      ...LINE,
      id: '2',
      lines: [2],
      orderNumber: 'BB-K7QF-2MX',
      buyer: 'Bartholomea Featherstonehaugh-Cholmondeley',
      trackingNumbers: ['QJ123456790GB'],
    },
    {
      ...LINE,
      id: '3',
      lines: [3],
      orderNumber: 'BB-2XWD-9HT',
      buyer: 'Zoë Ash',
      trackingNumbers: ['QJ123456791GB'],
      replaces: ['QJ111111111GB'],
    },
  ],
  leftOut: [
    { lines: [4], orderNumber: 'BB-9CKM-4RA', buyer: 'Ben Lee', reason: 'It is cancelled.', isDone: false },
    {
      lines: [5],
      orderNumber: null,
      buyer: null,
      reason: 'There is no order number in this line.',
      isDone: false,
    },
  ],
};
