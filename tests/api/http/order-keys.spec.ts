import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { LIMITS } from '../../../api/http/limits.ts';
import { createOrderLinks } from '../../../api/orders/order-links.ts';
import { test as appTest } from '../app-under-test.ts';

const links = createOrderLinks(randomBytes(32));

test('no bit of a key can be changed', () => {
  const id = randomUUID();
  const key = links.writeKey(id);
  expect(links.readKey(key)).toBe(id);
  const bytes = Buffer.from(key, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const forged = Buffer.from(bytes);
    forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(links.readKey(forged.toString('base64url')), `bit ${bit}`).toBeNull();
  }
});

test('the signature of one order opens no other, and there is one spelling of a key', () => {
  const [mine, theirs] = [randomUUID(), randomUUID()].map((id) =>
    Buffer.from(links.writeKey(id), 'base64url'),
  );
  if (!mine || !theirs) throw new Error('two keys');
  const mixed = Buffer.concat([theirs.subarray(0, 16), mine.subarray(16)]);
  expect(links.readKey(mixed.toString('base64url'))).toBeNull();
  const key = mine.toString('base64url');
  const spellings = [
    `${key}=`,
    `${key}==`,
    ` ${key}`,
    `${key}\n`,
    mine.toString('hex'),
    key.slice(0, -1),
    `${key}${key}`,
    mine.subarray(0, 16).toString('base64url'),
    '',
  ];
  for (const spelling of spellings) expect(links.readKey(spelling), spelling).toBeNull();
  // Of 256 random bits, and 192 of them checked: nobody gets there by trying.
  expect(mine).toHaveLength(16 + 24);
});

appTest('trying keys is slowed down, in every call that takes one', async ({ app }) => {
  const { requests } = LIMITS.manageOrders;
  for (let guess = 0; guess < requests - 1; guess += 1) {
    expect((await app.get(`/order/week.ics?key=${links.writeKey(randomUUID())}`)).status).toBe(404);
  }
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost' };
  expect((await app.get('/order/cancel', form, 'POST')).status).toBe(404);
  for (const [path, method] of [
    ['/order/week.ics', 'GET'],
    ['/order?key=x', 'GET'],
    ['/order/change', 'POST'],
    ['/order/cancel', 'POST'],
  ] as const) {
    expect((await app.get(path, form, method)).status, path).toBe(429);
  }
});
