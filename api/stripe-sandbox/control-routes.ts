import { Hono } from 'hono';
import { z } from 'zod';
import type { Controls } from './controls.ts';
import { callFault, type Faults, webhookFaults } from './faults.ts';

const faultsBody = z.strictObject({
  webhooks: webhookFaults.optional(),
  calls: z.array(callFault).optional(),
});
const settleBody = z.strictObject({ outcome: z.enum(['succeeded', 'failed']).optional() });
const disputeBody = z.strictObject({ payment_intent: z.string(), reason: z.string().optional() });
const verdictBody = z.strictObject({ verdict: z.enum(['won', 'lost']) });
const intentBody = z.strictObject({ payment_intent: z.string() });
const closingBody = z.strictObject({
  reason: z.enum(['approved', 'refunded', 'refunded_as_fraud', 'disputed']),
});
const webhookBody = z.strictObject({ url: z.url(), secret: z.string().min(1) });

/** `/sandbox`: what Stripe does not have, for tests that steer a sandbox in another process. */
export function createControlRoutes({ faults, ...sandbox }: Controls & { faults: Faults }): Hono {
  const app = new Hono();
  // Any page open on this machine could send a form to this port; a browser names where it is from.
  app.use(async (c, next) => (c.req.header('Origin') ? c.json({ error: 'Not for browsers.' }, 403) : next()));
  app.onError((error, c) => {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return c.json({ error: error.message }, 400);
    throw error;
  });

  app.get('/faults', (c) => c.json(faults.read()));
  app.post('/faults', async (c) => {
    const { webhooks, calls = [] } = faultsBody.parse(await c.req.json());
    if (webhooks) faults.setWebhooks(webhooks);
    for (const call of calls) faults.addCall(call);
    return c.json(faults.read());
  });
  app.delete('/faults', (c) => {
    faults.clear();
    return c.json(faults.read());
  });

  app.post('/payment_intents/:id/settle', async (c) => {
    const { outcome } = settleBody.parse(JSON.parse((await c.req.text()) || '{}'));
    const result = sandbox.settle(c.req.param('id'), outcome);
    return result.ok ? c.json(result.intent) : c.json({ error: result.message }, 400);
  });
  app.post('/disputes', async (c) => {
    const { payment_intent: id, reason } = disputeBody.parse(await c.req.json());
    const result = sandbox.dispute(id, reason);
    return result.ok ? c.json(result.dispute) : c.json({ error: result.message }, 400);
  });
  app.post('/disputes/:id/close', async (c) => {
    const { verdict } = verdictBody.parse(await c.req.json());
    const result = sandbox.closeDispute(c.req.param('id'), verdict);
    return result.ok ? c.json(result.dispute) : c.json({ error: result.message }, 400);
  });
  app.post('/reviews', async (c) => {
    const result = sandbox.openReview(intentBody.parse(await c.req.json()).payment_intent);
    return result.ok ? c.json(result.review) : c.json({ error: result.message }, 400);
  });
  app.post('/reviews/:id/close', async (c) => {
    const { reason } = closingBody.parse(await c.req.json());
    const result = sandbox.closeReview(c.req.param('id'), reason);
    return result.ok ? c.json(result.review) : c.json({ error: result.message }, 400);
  });
  app.post('/early_fraud_warnings', async (c) => {
    const result = sandbox.warnOfFraud(intentBody.parse(await c.req.json()).payment_intent);
    return result.ok ? c.json(result.warning) : c.json({ error: result.message }, 400);
  });
  app.post('/refunds/:id/fail', (c) => {
    const result = sandbox.failRefund(c.req.param('id'));
    return result.ok ? c.json(result.refund) : c.json({ error: result.message }, 400);
  });
  app.put('/webhook', async (c) => {
    sandbox.setWebhook(webhookBody.parse(await c.req.json()));
    return c.body(null, 204);
  });
  app.get('/deliveries', (c) => c.json(sandbox.listDeliveries()));
  return app;
}
