import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { buyThroughApi } from '../../support/buy-through-api.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startSandboxProcess } from '../../support/sandbox-process.ts';
import { readOrders } from '../../support/shop.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { startSiteServer } from '../../support/site-server.ts';
import { writeTestDatabase } from '../../support/test-database.ts';
import { KEY, openStandIn } from '../labels/click-and-drop-stand-in.ts';
import { openSmtpInbox } from '../mail/smtp-inbox.ts';

test('the service creates what it has sold, and mails the confirmation with its terms and the tracking number', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'labels-'));
  const port = await findFreePort();
  const sandbox = await startSandboxProcess(join(dir, 'sandbox.db'), port);
  const inbox = await openSmtpInbox();
  const standIn = await openStandIn(() => 0);
  standIn.mood = 'create_with_label';
  await writeTestDatabase(join(dir, 'data', 'farm.db'));
  const server = await startSiteServer({
    PORT: String(port),
    DATA_DIR: join(dir, 'data'),
    SANDBOX_URL: sandbox.url,
    SMTP_URL: inbox.url,
    ADMIN_PASSWORD,
    CLICK_AND_DROP_KEY: KEY,
    CLICK_AND_DROP_URL: standIn.url,
  });
  try {
    await buyThroughApi(server.url);
    await expect
      .poll(async () => (await readOrders(server.url, ADMIN_PASSWORD))[0]?.trackingNumber, {
        timeout: 40_000,
      })
      .toBe('QJ123456789GB');
    await expect.poll(() => inbox.received.filter(({ to }) => to.includes('ada@example.com')).length).toBe(2);
    const text = inbox.received.map(({ mail }) => mail.text).join('\n');
    expect(text).toContain('Tracking number: QJ123456789GB');
    expect(text).toContain('Your rights by law stay as they are.');
    expect(standIn.calls).toHaveLength(1);
    expect(server.output()).not.toContain(KEY);
  } finally {
    await server.stop();
    sandbox.process.kill('SIGTERM');
    await inbox.close();
    await standIn.close();
    await rm(dir, { recursive: true, force: true });
  }
});
