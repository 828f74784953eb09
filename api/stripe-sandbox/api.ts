import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { type CallSettings, createCaller } from './call.ts';
import { cancelIntent, captureIntent, findIntent, updateIntent } from './change-intent.ts';
import { expireSession, findSessionOf } from './checkout-completion.ts';
import { createSession, refreshSession, sessionParams } from './checkout-sessions.ts';
import { confirmIntent, confirmParams } from './confirm-intent.ts';
import { createIntent, createParams, updateParams } from './create-intent.ts';
import { Failure, resourceMissing } from './failures.ts';
import { asList, listObjects } from './listing.ts';
import { expand, listing, text } from './params.ts';
import { createRefund, refundParams } from './refunds.ts';
import {
  createPaymentMethodDomain,
  domainParams,
  elementsParams,
  listWebhookEndpoints,
  readElementsSession,
} from './settings.ts';
import type { Intent, Session } from './store.ts';
import type { Work } from './work.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
const expandOnly = z.strictObject({ expand });
const listOnly = z.strictObject(listing);

/** `/v1`: the part of Stripe's HTTP API that the service and its pages use. */
export function createApiRoutes(settings: CallSettings): Hono<{ Bindings: HttpBindings }> {
  const call = createCaller(settings);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(bodyLimit({ maxSize: BODY_LIMIT_BYTES }));

  app.post(
    '/payment_intents',
    call(createParams, (work, { confirm, ...params }) => {
      const intent = createIntent(work, params);
      return intent instanceof Failure || !confirm ? intent : confirmIntent(work, intent, {});
    }),
  );
  app.get(
    '/payment_intents',
    call(listOnly, (work, params) => listObjects(work, 'payment_intent', '/v1/payment_intents', params)),
  );
  app.get(
    '/payment_intents/:id',
    call(
      z.strictObject({ client_secret: text.optional(), expand }),
      (work, params, id) => findIntent(work, id, params.client_secret),
      { isPublic: true },
    ),
  );
  app.post('/payment_intents/:id', call(updateParams, ofIntent(updateIntent)));
  app.post('/payment_intents/:id/confirm', call(confirmParams, ofIntent(confirmIntent), { isPublic: true }));
  app.post('/payment_intents/:id/capture', call(expandOnly, ofIntent(captureIntent)));
  app.post('/payment_intents/:id/cancel', call(expandOnly, ofIntent(cancelIntent)));

  app.get('/elements/sessions', call(elementsParams, readElementsSession, { isPublic: true }));

  app.get(
    '/charges',
    call(z.strictObject({ ...listing, payment_intent: text.optional() }), (work, params) =>
      listObjects(work, 'charge', '/v1/charges', params, { parent: params.payment_intent }),
    ),
  );
  app.post('/refunds', call(refundParams, createRefund));
  app.get(
    '/refunds',
    call(
      z.strictObject({ ...listing, charge: text.optional(), payment_intent: text.optional() }),
      (work, params) => {
        const intentCharge =
          params.payment_intent && work.store.get('payment_intent', params.payment_intent)?.latest_charge;
        const parent = params.charge ?? (params.payment_intent && String(intentCharge));
        return listObjects(work, 'refund', '/v1/refunds', params, { parent });
      },
    ),
  );
  app.get(
    '/disputes',
    call(z.strictObject({ ...listing, charge: text.optional() }), (work, params) =>
      listObjects(work, 'dispute', '/v1/disputes', params, { parent: params.charge }),
    ),
  );
  app.get(
    '/reviews',
    call(listOnly, (work, params) => listObjects(work, 'review', '/v1/reviews', params)),
  );

  app.post('/checkout/sessions', call(sessionParams, createSession));
  app.get(
    '/checkout/sessions',
    call(z.strictObject({ ...listing, payment_intent: text.optional() }), (work, params) => {
      if (params.payment_intent === undefined) {
        return listObjects(work, 'checkout.session', '/v1/checkout/sessions', params);
      }
      const session = findSessionOf(work, params.payment_intent);
      return asList(session ? [session] : [], '/v1/checkout/sessions');
    }),
  );
  app.get('/checkout/sessions/:id', call(expandOnly, ofSession(refreshSession)));
  app.post('/checkout/sessions/:id/expire', call(expandOnly, ofSession(expireSession)));

  app.get(
    '/events',
    call(z.strictObject({ ...listing, type: text.optional() }), (work, params) =>
      listObjects(work, 'event', '/v1/events', params, { type: params.type }),
    ),
  );

  app.get(
    '/webhook_endpoints',
    call(listOnly, (work) => listWebhookEndpoints(work, settings.getWebhookUrl())),
  );
  app.post('/payment_method_domains', call(domainParams, createPaymentMethodDomain));
  app.get(
    '/payment_method_domains',
    call(listOnly, (work, params) =>
      listObjects(work, 'payment_method_domain', '/v1/payment_method_domains', params),
    ),
  );
  app.all('*', (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}). The payment sandbox has only the part of Stripe that this project uses.`;
    return c.json({ error: { type: 'invalid_request_error', message } }, 404);
  });
  return app;
}

type Change<Params> = (work: Work, intent: Intent, params: Params) => Intent | Failure;

/** For the intent in the address, and whoever may change it. */
function ofIntent<Params extends { expand: string[]; client_secret?: string | undefined }>(
  change: Change<Params>,
) {
  return (work: Work, params: Params, id: string) => {
    const intent = findIntent(work, id, params.client_secret);
    return intent instanceof Failure ? intent : change(work, intent, params);
  };
}

function ofSession(act: (work: Work, session: Session) => Session | Failure) {
  return (work: Work, _: unknown, id: string) => {
    const session = work.store.get('checkout.session', id);
    return session ? act(work, session) : resourceMissing('checkout.session', id, 'path');
  };
}
