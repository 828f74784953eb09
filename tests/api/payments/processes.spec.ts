import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { COMPILE_CACHE } from '../../support/run-command.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';
import { readBooks, startPaid } from '../orders/shop-calls.ts';
import { expect, test } from '../orders/shop-under-test.ts';

test('several processes on one database make one order of each payment', async ({ shop }) => {
  const paid: string[] = [];
  for (let count = 0; count < 8; count += 1) {
    const { paymentIntentId } = await startPaid(shop);
    paid.push(paymentIntentId);
  }
  const children = [1, 2, 3].map(() =>
    spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'record-in-process.ts'),
        join(shop.folder, 'shop.db'),
        String(shop.sandbox.port),
        TEST_CONTENT,
        ...paid,
      ],
      { env: { ...process.env, ...COMPILE_CACHE }, stdio: ['pipe', 'pipe', 'inherit'] },
    ),
  );
  try {
    const outputs = children.map(readLines);
    for (const next of outputs) expect(await next()).toBe('ready');
    for (const child of children) child.stdin?.write('go\n');
    const numbers = await Promise.all(outputs.map(async (next) => JSON.parse(await next()) as string[]));
    const { orders, mails } = await readBooks(shop);
    expect(orders.length).toBe(8);
    expect(mails.length).toBe(16);
    const expected = paid.map((id) => orders.find((order) => order.paymentIntentId === id)?.orderNumber);
    expect(numbers).toEqual([expected, expected, expected]);
  } finally {
    for (const child of children) if (child.exitCode === null) child.kill();
  }
});

/** A function that waits for the process's next line. */
function readLines(child: ChildProcess): () => Promise<string> {
  if (!child.stdout) throw new Error('no output to read');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => {
    const ended = once(child, 'exit').then(() => ({ value: 'the process ended' }));
    return String((await Promise.race([lines.next(), ended])).value);
  };
}
