import { expect, test } from '@playwright/test';
import { readConfig } from '../../../api/config.ts';
import { warnFarm } from '../../../api/mail/warn-farm.ts';
import { buildSite } from '../../../src/build/build.ts';
import { createSmallSite } from '../../support/small-site.ts';
import { openSmtpInbox } from './smtp-inbox.ts';

test('a warning reaches the farm, and one that is not taken is an error', async () => {
  const site = await createSmallSite();
  await buildSite(site);
  const inbox = await openSmtpInbox();
  const env = { DIST_DIR: site.outDir, SMTP_URL: inbox.url, FARM_INBOX: 'inbox@trees.example.com' };
  const warn = () => warnFarm('farm-backup has failed.', readConfig(env), console.error);
  await warn();
  expect(inbox.received.map(({ to, mail }) => [to, mail.text?.includes('farm-backup has failed.')])).toEqual([
    [['inbox@trees.example.com'], true],
  ]);
  inbox.mood = { at: 'RCPT TO', code: 550 };
  await expect(warn()).rejects.toThrow('could not be mailed');
  await inbox.close();
  await site.remove();
});
