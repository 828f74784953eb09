import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { z } from 'zod';
import { Failure, hasTooManyFields, invalidRequest, parseForm } from './failures.ts';
import type { Faults } from './faults.ts';
import { createIdempotencyRecord, type RecordedAnswer } from './idempotency.ts';
import { expandObject } from './listing.ts';
import { readParams } from './params.ts';
import type { Intent, Store } from './store.ts';
import { authorize, type Keys, refusePublishableKey, showPublicly } from './take-payment.ts';
import { API_VERSION, createId, type Work } from './work.ts';

export interface CallSettings extends Keys {
  store: Store;
  faults: Faults;
  clock: () => Date;
  settleAfterMs: number | null;
  /** Where events go now. */
  getWebhookUrl: () => string | undefined;
  /** Called after work that may have made events. */
  onWork: () => void;
}

export type SandboxContext = Context<{ Bindings: HttpBindings }>;
type Handler<Params> = (work: Work, params: Params, id: string) => object | Failure;

/** Turns a piece of work into a handler that keeps all of Stripe's manners: keys, idempotency, errors, `expand`. */
export function createCaller(settings: CallSettings) {
  const { store, faults, clock } = settings;
  const record = createIdempotencyRecord(store);

  return function call<Schema extends z.ZodType<{ expand: string[] }>>(
    schema: Schema,
    handle: Handler<z.output<Schema>>,
    { isPublic = false }: { isPublic?: boolean } = {},
  ) {
    return async (c: SandboxContext): Promise<Response> => {
      const requestId = createId('req');
      const send = (answer: RecordedAnswer, headers: Record<string, string> = {}) =>
        new Response(answer.body, {
          status: answer.status,
          headers: {
            'Content-Type': 'application/json',
            'Request-Id': requestId,
            'Stripe-Version': API_VERSION,
            ...headers,
          },
        });
      const sendFailure = (failure: Failure, headers = {}) => send(toAnswer(failure, requestId), headers);

      const access = authorize(c.req.header('Authorization'), settings);
      if (access instanceof Failure) return sendFailure(access);
      if (access === 'publishable' && !isPublic) return sendFailure(refusePublishableKey());
      const { method, path } = c.req;
      const parameters = method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1);
      if (hasTooManyFields(parameters)) return sendFailure(invalidRequest('There are too many parameters.'));
      const key = method === 'POST' ? c.req.header('Idempotency-Key') : undefined;
      const keyed = key === undefined ? undefined : { key, path, parameters };
      const keyHeaders = key === undefined ? {} : { 'Idempotency-Key': key };
      const nowMs = clock().getTime();

      const earlier = keyed && record.find(keyed, nowMs);
      if (earlier instanceof Failure) return sendFailure(earlier, keyHeaders);
      if (earlier) {
        const { requestId: original } = earlier;
        return send(earlier, { ...keyHeaders, 'Idempotent-Replayed': 'true', 'Original-Request': original });
      }
      /** A 500 is kept under its key, like every answer of work that started. A 503 is not: it refused the call. */
      const fail = (status: number): Response => {
        const failure = toAnswer(outage(status), requestId);
        if (!keyed || status !== 500) return send(failure, keyHeaders);
        record.record(keyed, failure, clock().getTime());
        return send(failure, { ...keyHeaders, 'Stripe-Should-Retry': 'false' });
      };
      if (key !== undefined) record.start(key);
      let answer: RecordedAnswer;
      try {
        const fault = await faults.meetCall(method, path, false);
        if (fault?.disconnect) return disconnect(c);
        if (fault?.status) return fail(fault.status);
        const work: Work = {
          store,
          nowMs: clock().getTime(),
          access,
          requestId,
          idempotencyKey: key ?? null,
          settleAfterMs: settings.settleAfterMs,
        };
        const params = readParams(schema, parseForm(parameters));
        // Not recorded: nothing has been done that could be done twice.
        if (params instanceof Failure) return sendFailure(params, keyHeaders);
        answer = store.transact(() => {
          const result = toAnswer(
            show(work, handle(work, params, c.req.param('id') ?? ''), params.expand),
            requestId,
          );
          if (keyed) record.record(keyed, result, work.nowMs);
          return result;
        });
      } finally {
        if (key !== undefined) record.end(key);
      }
      settings.onWork();
      const fault = await faults.meetCall(method, path, true);
      if (fault?.disconnect) return disconnect(c);
      if (fault?.status) return fail(fault.status);
      return send(answer, keyHeaders);
    };
  };
}

function show(work: Work, result: object | Failure, expand: string[]): object | Failure {
  if (work.access !== 'publishable')
    return result instanceof Failure ? result : expandObject(work, result, expand);
  if (result instanceof Failure) {
    const { payment_intent: intent } = result.error;
    return intent
      ? new Failure(result.status, { ...result.error, payment_intent: showPublicly(intent) })
      : result;
  }
  if (expand.length > 0) return invalidRequest('A publishable key cannot expand.', { param: 'expand' });
  const isIntent = 'object' in result && result.object === 'payment_intent';
  return isIntent ? showPublicly(result as Intent) : result;
}

function toAnswer(result: object | Failure, requestId: string): RecordedAnswer {
  const [status, value] =
    result instanceof Failure ? [result.status, { error: result.error }] : [200, result];
  return { status, body: JSON.stringify(value, undefined, 2), requestId };
}

function outage(status: number): Failure {
  return new Failure(status as 500, {
    type: 'api_error',
    message: 'An unknown error occurred (a fault that was asked for).',
  });
}

function disconnect(c: SandboxContext): Response {
  c.env.incoming.socket.destroy();
  return new Response(null);
}
