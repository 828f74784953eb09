import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { listPictures } from './mark.ts';

interface OutgoingMail {
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** With its angle brackets. */
  readonly messageId: string;
  readonly date: Date;
}

export type DeliveryResult =
  /** The mail server has accepted it. */
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly isPermanent: boolean;
      /** For the database. It may name the recipient. */
      readonly reason: string;
      /** For the log: an error code or SMTP reply code, without anybody's e-mail address. */
      readonly code: string;
    };

export interface MailTransport {
  /** @param signal aborts an attempt that takes too long, which is a temporary failure */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<DeliveryResult>;
}

export interface TransportSettings {
  readonly smtpUrl: string | undefined;
  readonly isWithheld?: boolean;
}

/** A mail server, or without one the console, or nothing where mails must not be printed. */
export function openTransport(
  { smtpUrl: url, isWithheld = false }: TransportSettings,
  getFrom: () => string,
  print: (text: string) => void,
): MailTransport {
  if (url !== undefined) return createSmtpTransport({ url, getFrom });
  return isWithheld ? withholdingTransport : createConsoleTransport(getFrom, print);
}

/**
 * For production without a mail server, where printed mails would stay in a log, with links to their buyers' orders.
 * Nothing is lost: mails wait until there is a server for them.
 */
export const withholdingTransport: MailTransport = {
  send: async () => ({
    ok: false,
    isPermanent: false,
    reason: 'SMTP_URL is not set, so no mail can be sent.',
    code: 'no_mail_server',
  }),
};

const WIDTH = 72;

/** Prints mails instead of sending them, each in a frame. */
export function createConsoleTransport(getFrom: () => string, print: (text: string) => void): MailTransport {
  return {
    async send({ to, replyTo, subject, text }) {
      const lines = [
        `From: ${getFrom()}`,
        `To: ${to}`,
        ...(replyTo === null ? [] : [`Reply-To: ${replyTo}`]),
        `Subject: ${subject}`,
        '',
        ...text.trimEnd().split('\n'),
      ];
      const title = '┌─ mail, printed because no SMTP_URL is set ';
      const frame = [
        title.padEnd(WIDTH, '─'),
        ...lines.map((line) => `│ ${forTerminal(line)}`),
        `└${'─'.repeat(WIDTH - 1)}`,
      ];
      print(frame.join('\n'));
      return { ok: true };
    },
  };
}

/** Without control characters, which could repaint the operator's terminal. */
function forTerminal(line: string): string {
  return line.replace(/\p{Cc}+/gu, ' ');
}

/**
 * Sends through a mail server. Each mail has its own connection, so a broken one affects no other mail.
 * @param options.url `smtp://` (TLS if the server offers it) or `smtps://` (TLS from the start), with user and password
 * @param options.getFrom `From`, read again for each mail
 */
export function createSmtpTransport({ url, getFrom }: { url: string; getFrom: () => string }): MailTransport {
  const mailer = openMailer(url);
  return {
    async send({ to, replyTo, messageId, ...mail }, signal) {
      try {
        await mailer.sendMail({
          ...mail,
          ...fixBoundary({ messageId, ...mail }),
          attachments: listPictures(mail.html),
          from: getFrom(),
          // As objects, because a string would be parsed as a list of addresses.
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

/** Connects to the mail server and signs in, without sending anything. @throws Error with the server's message */
export async function checkMailServer(url: string): Promise<void> {
  const mailer = openMailer(url);
  try {
    await mailer.verify();
  } finally {
    mailer.close();
  }
}

function openMailer(url: string) {
  return createTransport({
    url,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // The bodies contain visitors' text, which must not be able to name a file or URL to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Nodemailer separates the sections of a mail by a random boundary, so a mail sent twice would differ. This boundary is
 * a hash of the sections: the same every time, and nobody can write it into one of them.
 */
function fixBoundary({ messageId, text, html }: Pick<OutgoingMail, 'messageId' | 'text' | 'html'>) {
  const digest = createHash('sha256')
    .update(JSON.stringify([messageId, text, html]))
    .digest('hex');
  return { baseBoundary: digest.slice(0, 32) };
}

/** A 5xx reply to these commands is about this mail or its recipient. To others it is about us, and can be fixed. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

function describeFailure(error: unknown): DeliveryResult {
  if (!(error instanceof Error)) throw error;
  const { code, command, responseCode } = error as Error & {
    code?: string;
    command?: string;
    responseCode?: number;
  };
  // Errors without a code are bugs of ours, not failures of the mail server.
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
