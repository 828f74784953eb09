import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { DeliveryResult, MailTransport, OutgoingMail } from './mail-transport.ts';

export interface SmtpOptions {
  /** `smtp://` (TLS where the server offers it), `smtps://` (TLS from the start), with user and password. */
  readonly url: string;
  /** `From`, asked anew for each mail. */
  readonly getFrom: () => string;
}

/** Sends through a mail server. Each mail has a connection of its own, so that one that breaks harms no other. */
export function createSmtpTransport({ url, getFrom }: SmtpOptions): MailTransport {
  const mailer = createTransport({
    url,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // The bodies hold what strangers wrote: nothing in them may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, replyTo, messageId, ...mail }, signal) {
      try {
        await mailer.sendMail({
          ...mail,
          ...fixBoundary({ messageId, ...mail }),
          from: getFrom(),
          // As objects, because a string would be read as a list of addresses.
          to: { name: '', address: to },
          ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
        return { ok: true };
      } catch (error) {
        return describeFailure(error);
      }
    },
  };
}

/**
 * What stands between the parts of a mail is random in nodemailer, and would make a mail that goes out twice two mails.
 * Made of the parts themselves, it is the same again, and nobody can write it into one of them.
 */
function fixBoundary({ messageId, text, html }: Pick<OutgoingMail, 'messageId' | 'text' | 'html'>) {
  const digest = createHash('sha256')
    .update(JSON.stringify([messageId, text, html]))
    .digest('hex');
  return { baseBoundary: digest.slice(0, 32) };
}

/** Where a 5xx is about this mail or its recipient. Elsewhere it is about us, which the operator can mend. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

function describeFailure(error: unknown): DeliveryResult {
  if (!(error instanceof Error)) throw error;
  const { code, command, responseCode } = error as Error & {
    code?: string;
    command?: string;
    responseCode?: number;
  };
  // A bug of ours, which must not pass for a mail server's mood.
  if (code === undefined) throw error;
  const isAddressUnusable = code === 'EENVELOPE' && command === 'API';
  const isRefused = (responseCode ?? 0) >= 500 && ABOUT_THE_MAIL.includes(command ?? '');
  return {
    ok: false,
    isPermanent: isAddressUnusable || isRefused,
    reason: error.message.slice(0, 500),
    code: String(responseCode ?? code),
  };
}
