import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { readBuiltContent } from '../site/catalogue.ts';
import { createMailSettings, stableMessageId } from './mail-settings.ts';
import { renderHtml, renderText, type Template } from './template.ts';
import { openTransport } from './transport.ts';

const LIMIT_MS = 60_000;

/**
 * Mails the farm that something is wrong on the server. It does not use the database, which may be the problem.
 * @param print used if no mail server is set
 * @throws Error if the mail server does not accept the mail
 */
export async function warnFarm(
  message: string,
  { distDir, mail }: Pick<Config, 'distDir' | 'mail'>,
  print: (text: string) => void,
): Promise<void> {
  const { farm } = await readBuiltContent(distDir);
  const settings = createMailSettings(farm, mail);
  const getFrom = () => settings.from;
  const transport = openTransport({ smtpUrl: mail.smtpUrl }, getFrom, print);
  const template: Template = {
    subject: 'Something is wrong on the website’s server',
    parts: [message, 'Please pass this on to whoever looks after the server.'],
  };
  const result = await transport.send(
    {
      to: settings.farmInbox,
      replyTo: null,
      subject: template.subject,
      text: renderText(template),
      html: renderHtml(template),
      messageId: stableMessageId('warning', randomUUID(), settings),
      date: new Date(),
    },
    AbortSignal.timeout(LIMIT_MS),
  );
  if (!result.ok) throw new Error(`The warning could not be mailed: ${result.reason}`);
}
