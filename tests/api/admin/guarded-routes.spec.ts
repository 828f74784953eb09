import { expect, test } from '../test.ts';

const GUARDED = [
  ['GET', '/api/branch-boxes/orders'],
  ['GET', '/api/admin/weeks'],
  ['GET', '/api/admin/orders.csv'],
  ['GET', '/api/admin/orders/1/history'],
  ['PATCH', '/api/admin/orders/1'],
  ['POST', '/api/admin/orders/ship'],
  ['POST', '/api/admin/orders/tracking'],
  ['POST', '/api/admin/orders/1/refunds'],
] as const;

test('whatever the farm does with orders and money wants a sign-in', async ({ app }) => {
  for (const [method, path] of GUARDED) {
    const response = await app.get(path, { 'Content-Type': 'application/json' }, method);
    expect(response.status, path).toBe(401);
    expect(await response.json(), path).toMatchObject({ code: 'sign_in_required' });
  }
});
