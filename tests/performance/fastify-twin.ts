import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { z } from 'zod';
import { orderSchema } from '#domain/schemas/order.ts';
import { type CompletionDependencies, completeOrder } from '../../api/orders/complete-order.ts';
import { toDetails } from '../../api/orders/details.ts';

const schema = orderSchema.partial().extend({ paymentIntentId: z.string().regex(/^pi_\w{1,250}$/) });

/**
 * The completion call on another framework: the same checks, the same work beneath, one log line a request. What the
 * service's own route costs more or less than it is the price of the framework and of the headers around it.
 */
export async function openFastifyTwin(deps: CompletionDependencies, logFile: string) {
  const app = Fastify({ logger: { level: 'info', file: logFile } });
  app.post('/api/branch-boxes/order', async (request, reply) => {
    const body = schema.safeParse(request.body);
    if (!body.success) return reply.code(422).send({ error: 'invalid' });
    const { paymentIntentId, deliveryWeek = null, ...delivery } = body.data;
    const given = toDetails(delivery, deliveryWeek);
    const completed = await completeOrder(deps, { paymentIntentId, given });
    if (!completed.ok) return reply.code(409).send(completed.problem);
    const { orderNumber } = completed.value;
    return reply
      .header('Cache-Control', 'no-store')
      .send({ success: true, orderNumber, message: 'Thank you. We have your order.' });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}
