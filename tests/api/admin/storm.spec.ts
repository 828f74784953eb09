import { addPasskey, expect, PASSWORD, signInByPasskey, test } from './people-under-test.ts';

// A packing morning, and somebody guesses from everywhere.

const ADDRESSES = 200;

test('guesses from many addresses lock out no known password and no passkey', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  const known = await farm.signedIn('Ben');
  const passkey = await addPasskey(known);
  await known.send('POST', '/api/admin/sign-out');
  for (let round = 0; round < 3; round += 1) {
    for (let at = 0; at < ADDRESSES; at += 10) {
      const guesses = Array.from({ length: 10 }, (_, index) => `203.0.${round}.${at + index}`);
      const answers = await Promise.all(guesses.map((each) => farm.browser(each).signIn('guess', 'Ben')));
      for (const { status } of answers) expect(status).toBe(401);
    }
  }
  // A new telephone on a new network, with a slip of the finger.
  const fresh = farm.browser('192.0.2.77');
  expect((await fresh.signIn('slip', 'Ben')).status).toBe(401);
  expect((await fresh.signIn(PASSWORD, 'Ben')).status).toBe(200);
  expect((await farm.owner()).cookies.has('admin')).toBe(true);
  expect((await known.signIn(PASSWORD, 'Ben')).status).toBe(200);
  expect((await signInByPasskey(farm.browser('192.0.2.78'), passkey)).status).toBe(200);
});

test('during a storm an unknown address has three guesses, and a known one ten', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  await farm.browser('192.0.2.10').signIn(PASSWORD, 'Ben');
  for (let guess = 0; guess < 31; guess += 1) await farm.browser(`203.0.113.${guess}`).signIn('guess', 'Ben');
  const count = async (address: string) => {
    for (let guess = 0; guess < 12; guess += 1) {
      if ((await farm.browser(address).signIn('guess', 'Ben')).status === 429) return guess;
    }
    return Number.POSITIVE_INFINITY;
  };
  expect(await count('198.18.0.1')).toBe(3);
  expect(await count('192.0.2.10')).toBe(10);
});

test('one address cannot try many names, and a passkey still works from there', async ({ farm }) => {
  const passkey = await addPasskey(await farm.owner());
  const address = '203.0.113.1';
  const statuses: number[] = [];
  for (let guess = 0; guess < 32; guess += 1) {
    statuses.push((await farm.browser(address).signIn('guess', `Name ${guess}`)).status);
  }
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(30);
  expect(statuses.at(-1)).toBe(429);
  expect((await signInByPasskey(farm.browser(address), passkey)).status).toBe(200);
});

test('a tablet that several people share knows each of them', async ({ farm }) => {
  await farm.add('Ben', 'packer');
  await farm.add('Cleo', 'packer');
  const tablet = farm.browser('192.0.2.1');
  for (const name of ['Ben', 'Cleo']) expect((await tablet.signIn(PASSWORD, name)).status).toBe(200);
  const neighbour = farm.browser('192.0.2.1');
  for (const name of ['Ben', 'Cleo']) {
    for (let guess = 0; guess < 11; guess += 1) await neighbour.signIn('guess', name);
    expect((await neighbour.signIn(PASSWORD, name)).status).toBe(429);
    expect((await tablet.signIn(PASSWORD, name)).status).toBe(200);
  }
});
