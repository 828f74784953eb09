import { createHook } from 'node:async_hooks';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { expect, test } from './admin-under-test.ts';

/** How many password hashes are computed meanwhile: Node names each piece of work that it gives to its threads. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') count += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return count;
}

test('any wrong password costs one hash', async ({ admin }) => {
  for (const [at, password] of [
    'x',
    ADMIN_PASSWORD.slice(0, -1),
    `${ADMIN_PASSWORD}s`,
    ADMIN_PASSWORD.toUpperCase(),
    'x'.repeat(ADMIN_PASSWORD.length),
    'x'.repeat(1000),
    '\0',
  ].entries()) {
    const browser = admin.browser(`192.0.2.${at}`);
    let status = 0;
    const hashes = await countHashes(async () => {
      ({ status } = await browser.signIn(password));
    });
    expect([status, hashes], JSON.stringify(password)).toEqual([401, 1]);
  }
  expect(await countHashes(() => admin.browser('192.0.2.98').signIn('guess', 'Nobody'))).toBe(1);
  expect(await countHashes(() => admin.browser('192.0.2.99').signIn())).toBe(1);
});

test('after the last attempt, right and wrong passwords look the same', async ({ admin }) => {
  const guesser = admin.browser('192.0.2.1');
  const guess = async (password?: string) => {
    let body = '';
    const hashes = await countHashes(async () => {
      body = await (await guesser.signIn(password)).text();
    });
    return { hashes, body };
  };
  for (let time = 0; time < 10; time++) expect((await guess('guess')).hashes).toBe(1);
  const wrong = await guess('guess');
  const right = await guess();
  expect([wrong.hashes, right.hashes]).toEqual([0, 0]);
  expect(wrong.body).toBe(right.body);
});
