import { Hono } from 'hono';
import { z } from 'zod';
import type { Controls } from './controls.ts';
import { callFault, type Faults, webhookFaults } from './faults.ts';

const faultsBody = z.strictObject({
  webhooks: webhookFaults.optional(),
  calls: z.array(callFault).optional(),
});
const settleBody = z.strictObject({ outcome: z.enum(['succeeded', 'failed']).optional() });

/** `/sandbox`: what Stripe does not have, for tests that steer a sandbox in another process. */
export function createControlRoutes({ faults, settle }: Pick<Controls, 'settle'> & { faults: Faults }): Hono {
  const app = new Hono();
  // Any page open on this machine could send a form to this port; a browser names where it is from.
  app.use(async (c, next) => (c.req.header('Origin') ? c.json({ error: 'Not for browsers.' }, 403) : next()));
  app.onError((error, c) => {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return c.json({ error: error.message }, 400);
    throw error;
  });

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
    const result = settle(c.req.param('id'), outcome);
    return result.ok ? c.json(result.intent) : c.json({ error: result.message }, 400);
  });
  return app;
}
