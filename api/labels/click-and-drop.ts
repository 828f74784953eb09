import { z } from 'zod';
import { countBoxes, countTotalNow } from '#domain/orders/describe-order.ts';
import { readAddress } from '#domain/orders/order-fields.ts';
import { tidyLine } from '#domain/plain-text.ts';
import type { Order } from '../orders/orders-repository.ts';

/** An order that the carrier knows. */
export interface CarrierOrder {
  readonly identifier: number;
  /** One for each of its packages; empty until all of their labels are made. */
  readonly trackingNumbers: readonly string[];
}

/** The outcome of the call that creates an order. Reasons are messages for the farm. */
export type Creation =
  | { readonly outcome: 'created'; readonly order: CarrierOrder }
  /** Not created, and asking again would not help. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** Not created, but may be asked for again later. */
  | { readonly outcome: 'not_taken'; readonly reason: string }
  /** It may have been created. */
  | { readonly outcome: 'unclear'; readonly reason: string };

export type Finding =
  | { readonly outcome: 'found'; readonly order: CarrierOrder }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unknown'; readonly reason: string };

export type LabelService = ReturnType<typeof createClickAndDrop>;

const TIMEOUT_MS = 30_000;
const LONGEST_REASON = 300;

const orderSchema = z.object({
  orderIdentifier: z.int(),
  orderReference: z.string().nullish(),
  trackingNumber: z.string().nullish(),
  packages: z.array(z.object({ trackingNumber: z.string().nullish() })).nullish(),
});
const createdSchema = z.object({
  createdOrders: z.array(orderSchema).nullish(),
  failedOrders: z
    .array(z.object({ errors: z.array(z.object({ errorMessage: z.string().nullish() })).nullish() }))
    .nullish(),
});
const messageSchema = z.object({ message: z.string().nullish(), details: z.string().nullish() });
const messagesSchema = z.union([z.array(messageSchema), messageSchema.transform((one) => [one])]);

/** Connection failures before any of the request was sent. */
const NOT_REACHED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/**
 * Royal Mail's Click & Drop (api.parcel.royalmail.com, version 1 of its public API). It has no idempotency keys, so an
 * order may be created with one call only. Orders can be looked up by our reference, in quotation marks.
 * @param options.url without a trailing slash
 */
export function createClickAndDrop({
  key,
  url,
  timeoutMs = TIMEOUT_MS,
}: {
  key: string;
  url: string;
  timeoutMs?: number;
}) {
  async function call(path: string, stopping: AbortSignal, body?: unknown): Promise<Answer> {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The key must not be sent to another host.
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping]),
    });
    return { status: response.status, body: readJson(await response.text()) };
  }

  return {
    async create(order: Order, stopping: AbortSignal): Promise<Creation> {
      const request = toCreateRequest(order);
      if (request === null)
        return { outcome: 'refused', reason: 'The address is too long for Royal Mail: enter it by hand.' };
      try {
        return readCreation(await call('/orders', stopping, request));
      } catch (error) {
        const reason = describeFailure(error);
        return { outcome: isNotReached(error) ? 'not_taken' : 'unclear', reason };
      }
    },
    /** @param order the carrier's number for the order, or our reference if that is unknown */
    async find(order: number | string, stopping: AbortSignal): Promise<Finding> {
      const id = typeof order === 'number' ? order : `%22${encodeURIComponent(order)}%22`;
      try {
        return readFinding(await call(`/orders/${id}`, stopping), order);
      } catch (error) {
        return { outcome: 'unknown', reason: describeFailure(error) };
      }
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function readCreation({ status, body }: Answer): Creation {
  if (status === 401 || status === 403) return { outcome: 'not_taken', reason: keyProblem(status) };
  // Documented as the answer to more than five calls a second, which are ignored.
  if (status === 429) return { outcome: 'not_taken', reason: 'Royal Mail asks for fewer calls (429).' };
  if (status >= 400 && status < 500 && status !== 408)
    return { outcome: 'refused', reason: describeAnswer(status, body) };
  const answer = createdSchema.safeParse(body);
  const [created] = (status === 200 && answer.data?.createdOrders) || [];
  if (created) return { outcome: 'created', order: toCarrierOrder(created) };
  const failed = (status === 200 && answer.data?.failedOrders) || [];
  if (failed.length === 0) return { outcome: 'unclear', reason: describeAnswer(status, body) };
  const messages = failed.flatMap(({ errors }) => (errors ?? []).map(({ errorMessage }) => errorMessage));
  return {
    outcome: 'refused',
    reason: toReason(messages) ?? 'Royal Mail refused the order without a reason.',
  };
}

function readFinding({ status, body }: Answer, wanted: number | string): Finding {
  if (status === 404) return { outcome: 'absent' };
  if (status === 401 || status === 403) return { outcome: 'unknown', reason: keyProblem(status) };
  const orders = z.array(orderSchema).safeParse(body);
  // Without the carrier's own message, which may quote the address. It is about no order in particular.
  if (status !== 200 || !orders.success) return { outcome: 'unknown', reason: describeStatus(status) };
  const found = orders.data.find((each) => wanted === each.orderIdentifier || wanted === each.orderReference);
  return found ? { outcome: 'found', order: toCarrierOrder(found) } : { outcome: 'absent' };
}

/** All packages' numbers. A part of them would mean that the order is sent whole. */
function toCarrierOrder({
  orderIdentifier,
  trackingNumber,
  packages,
}: z.output<typeof orderSchema>): CarrierOrder {
  const numbers = (packages ?? []).map((each) => each.trackingNumber || null);
  const isNone = numbers.every((number) => number === null);
  const found = isNone ? [trackingNumber || null] : numbers;
  const trackingNumbers = found.filter((number) => number !== null);
  const isAll = trackingNumbers.length === found.length;
  return { identifier: orderIdentifier, trackingNumbers: isAll ? [...new Set(trackingNumbers)] : [] };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keyProblem(status: number): string {
  return `Royal Mail doesn’t take our key (${status}): look at CLICK_AND_DROP_KEY.`;
}

function describeAnswer(status: number, body: unknown): string {
  const messages = messagesSchema.safeParse(body).data ?? [];
  return toReason(messages.flatMap(({ message, details }) => [message, details])) ?? describeStatus(status);
}

function describeStatus(status: number): string {
  return `Royal Mail answered ${status}.`;
}

function toReason(messages: readonly (string | null | undefined)[]): string | null {
  const said = [...new Set(messages.filter((message) => message))].join(' ');
  return said === '' ? null : tidyLine(`Royal Mail: ${said}`, LONGEST_REASON);
}

function isNotReached(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  return NOT_REACHED.includes(cause?.code ?? '');
}

function describeFailure(error: unknown): string {
  if (isNotReached(error)) return 'We couldn’t reach Royal Mail.';
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return isTimeout ? 'Royal Mail didn’t answer in time.' : 'The connection to Royal Mail broke off.';
}

const LONGEST_LINE = 100;
const MOST_LINES = 3;

/**
 * The body of `POST /orders`. The farm chooses weight, size and service in Click & Drop. We send the tracking number
 * ourselves, so neither e-mail nor phone is passed on.
 * @returns null if the address does not fit into three lines
 */
export function toCreateRequest(order: Order) {
  const address = readAddress(order);
  const [addressLine1, addressLine2, addressLine3, ...rest] = wrapStreet(address?.street ?? []);
  if (address === null || addressLine1 === undefined || rest.length > 0) return null;
  // Without what has been refunded.
  const pounds = countTotalNow(order) / 100;
  const tags = [
    { key: 'Boxes', value: String(countBoxes(order).toSend) },
    ...(order.week === null ? [] : [{ key: 'Week', value: order.week }]),
  ];
  return {
    items: [
      {
        orderReference: order.orderNumber,
        recipient: {
          address: {
            fullName: address.name,
            addressLine1,
            ...(addressLine2 !== undefined && { addressLine2 }),
            ...(addressLine3 !== undefined && { addressLine3 }),
            city: address.town,
            postcode: address.postcode,
            countryCode: 'GB',
          },
        },
        orderDate: order.createdAt,
        ...(order.specialInstructions !== null && { specialInstructions: order.specialInstructions }),
        subtotal: pounds,
        shippingCostCharged: 0,
        total: pounds,
        currencyCode: 'GBP',
        tags,
      },
    ],
  };
}

/** The buyer's own lines if they fit. Otherwise the last ones are joined, and long ones wrapped at spaces. */
function wrapStreet(lines: readonly string[]): string[] {
  const few = lines.length <= MOST_LINES ? lines : [...lines.slice(0, 2), lines.slice(2).join(', ')];
  return few.flatMap((line) => {
    const wrapped: string[] = [];
    for (const word of line.split(' ')) {
      const last = wrapped.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= LONGEST_LINE)
        wrapped[wrapped.length - 1] = `${last} ${word}`;
      else wrapped.push(word.slice(0, LONGEST_LINE));
    }
    return wrapped;
  });
}
