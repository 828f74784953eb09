import { expect, test } from '@playwright/test';
import { openApp } from '../app-under-test.ts';

// The weeks of the made-up site are long over.

const LIVE = {
  mode: 'stripe',
  secretKey: 'sk_live_made_up',
  webhookSecret: 'whsec_made_up',
  publishableKey: 'pk_live_made_up',
} as const;

for (const [name, settings, states] of [
  ['with live keys they are closed', { payments: LIVE }, ['closed']],
  ['with test keys they stay on sale', { payments: { ...LIVE, secretKey: 'sk_test_made_up' } }, ['open']],
  ['in the sandbox they stay on sale', {}, ['open']],
] as const) {
  test(name, async () => {
    const app = await openApp(undefined, settings);
    const { weeks } = await (await app.get('/api/branch-boxes/weeks')).json();
    await app.close();
    expect(weeks.length).toBeGreaterThan(0);
    expect([...new Set(weeks.map(({ state }: { state: string }) => state))]).toEqual(states);
  });
}
