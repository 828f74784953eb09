import { expect, test } from '@playwright/test';
import { runAside } from '../../../api/process/aside.ts';
import type * as Work from './slow-work.ts';

const work = runAside<typeof Work>(new URL('./slow-work.ts', import.meta.url).href);

test('what is done aside keeps nobody waiting, and fails as it would here', async () => {
  await expect(work.fail('in words')).rejects.toThrow('in words');
  const before = process.threadCpuUsage();
  expect(await work.spin(400)).toBe('done after 400 ms');
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(200_000);
  // Asked together, both are answered.
  expect(await Promise.all([work.spin(1), work.spin(2)])).toEqual(['done after 1 ms', 'done after 2 ms']);
});
