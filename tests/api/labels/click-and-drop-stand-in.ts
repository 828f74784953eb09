import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../../support/listen.ts';

/** The stand-in's reaction to the next calls that create an order. */
type Mood =
  | 'create'
  /** Creates it, and has the tracking number at once. */
  | 'create_with_label'
  /** Its answer is 200 with the order among the failed ones. */
  | 'refuse'
  | 'malformed'
  | 'unauthorised'
  | 'too_many'
  | 'fail_before'
  | 'fail_after'
  /** Creates it, and never answers. */
  | 'hang_after';

export interface StandIn {
  readonly url: string;
  readonly calls: { readonly method: string; readonly path: string; readonly at: number }[];
  /** Orders that exist there, by our reference. */
  readonly orders: Map<
    string,
    {
      orderIdentifier: number;
      request: CreateRequest;
      trackingNumber?: string;
      packages?: { packageNumber: number; trackingNumber?: string }[];
    }
  >;
  mood: Mood;
  /** Whether looking anything up fails. */
  isDown: boolean;
  close(): Promise<void>;
}

interface CreateRequest {
  readonly orderReference: string;
  readonly recipient: { readonly address: Record<string, string> };
  readonly [field: string]: unknown;
}

export const KEY = 'stand-in-0123456789abcdef';

/** Stands in for Royal Mail's Click & Drop over HTTP, after the published description of its API (version 1). */
export async function openStandIn(now: () => number): Promise<StandIn> {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    standIn.calls.push({ method, path, at: now() });
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.headers.authorization !== `Bearer ${KEY}`) return send(response, 401);
    if (method === 'POST' && path === '/orders') return create(response, JSON.parse(text).items);
    const id = /^\/orders\/(.+)$/.exec(path)?.[1];
    if (method === 'GET' && id !== undefined) return look(response, decodeURIComponent(id));
    return send(response, 404);
  });

  function create(response: ServerResponse, items: CreateRequest[]) {
    const [item] = items;
    const { mood } = standIn;
    if (mood === 'unauthorised') return send(response, 401);
    if (mood === 'too_many') return send(response, 429);
    if (mood === 'fail_before') return send(response, 500, { message: 'Internal error' });
    const line = item?.recipient.address.addressLine1;
    if (mood === 'malformed' || item === undefined || line === undefined || line.length > 100) {
      return send(response, 400, {
        code: 'BadRequest',
        message: 'The address is missing.',
        details: 'addressLine1',
      });
    }
    if (mood === 'refuse') {
      const errors = [{ errorCode: 32, errorMessage: 'Postcode does not exist.', fields: [] }];
      return send(response, 200, {
        successCount: 0,
        errorsCount: 1,
        createdOrders: [],
        failedOrders: [{ order: item, errors }],
      });
    }
    const order = {
      orderIdentifier: 1000 + standIn.orders.size,
      request: item,
      ...(mood === 'create_with_label' && { trackingNumber: 'QJ123456789GB' }),
    };
    standIn.orders.set(item.orderReference, order);
    if (mood === 'hang_after') return;
    if (mood === 'fail_after') return send(response, 500, { message: 'Internal error' });
    const createdOrders = [describeOrder(item.orderReference)];
    return send(response, 200, { successCount: 1, errorsCount: 0, createdOrders, failedOrders: [] });
  }

  function look(response: ServerResponse, id: string) {
    if (standIn.isDown) return send(response, 500, { message: 'Internal error' });
    const [reference] =
      [...standIn.orders].find(([name, each]) => `"${name}"` === id || String(each.orderIdentifier) === id) ??
      [];
    return reference === undefined ? send(response, 404) : send(response, 200, [describeOrder(reference)]);
  }

  function describeOrder(reference: string) {
    const { request: _, ...order } = standIn.orders.get(reference) ?? {};
    return { ...order, orderReference: reference, createdOn: '2025-11-21T09:30:00Z' };
  }

  const standIn: StandIn = {
    ...(await listen(server)),
    calls: [],
    orders: new Map(),
    mood: 'create',
    isDown: false,
  };
  return standIn;
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
