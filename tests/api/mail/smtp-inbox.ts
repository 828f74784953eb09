import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** The server's reaction to the next mail: it takes it, answers a command with a code, or breaks off. */
export type Mood =
  | 'take'
  | { readonly at: 'MAIL FROM' | 'RCPT TO' | 'DATA'; readonly code: number; readonly onlyTo?: string }
  | 'break off'
  /** Stores the mail, and breaks off in place of saying so. */
  | 'take and break off';

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: Email;
}

/** A real mail server on a free loopback port. */
export interface SmtpInbox {
  readonly url: string;
  readonly received: Received[];
  /** How many mails have started to arrive. */
  begun: number;
  mood: Mood;
  /** While set, the answer to a mail waits for it. */
  hold: Promise<void> | undefined;
  /** Holds answers back. @returns lets them go */
  pause(): () => void;
  close(): Promise<void>;
}

/** Called before the sender learns of a mail's fate. */
export interface MailHooks {
  /** A mail starts to arrive. */
  readonly beforeTaking?: () => Promise<void>;
  /** A mail is stored, and not yet acknowledged. */
  readonly afterTaking?: (received: Received, mood: Mood) => Promise<void>;
}

export async function openSmtpInbox({ beforeTaking, afterTaking }: MailHooks = {}): Promise<SmtpInbox> {
  const refuse = (at: string, to?: string) =>
    typeof inbox.mood === 'object' && inbox.mood.at === at && (inbox.mood.onlyTo ?? to) === to
      ? Object.assign(new Error('refused for the test'), { responseCode: inbox.mood.code })
      : null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onMailFrom: (_address, _session, done) => done(refuse('MAIL FROM')),
    onRcptTo: ({ address }, _session, done) => done(refuse('RCPT TO', address)),
    onData: async (stream, session, done) => {
      const breakOff = () => {
        for (const { _socket } of server.connections) _socket.destroy();
      };
      const { mood } = inbox;
      inbox.begun += 1;
      await beforeTaking?.();
      if (mood === 'break off') {
        stream.once('data', breakOff);
        return;
      }
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of stream) chunks.push(chunk);
      } catch {
        // The client went in the middle of its message, as one that is killed does: nothing has been taken.
        return;
      }
      await inbox.hold;
      const refusal = refuse('DATA');
      if (refusal) return done(refusal);
      const raw = Buffer.concat(chunks).toString('latin1');
      const { mailFrom, rcptTo } = session.envelope;
      const received: Received = {
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        raw,
        mail: await PostalMime.parse(raw),
      };
      inbox.received.push(received);
      await afterTaking?.(received, mood);
      if (mood === 'take and break off') return breakOff();
      done();
    },
  });
  // A client that goes is no error of the test's.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const inbox: SmtpInbox = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    begun: 0,
    mood: 'take',
    hold: undefined,
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>();
      inbox.hold = promise;
      return () => {
        inbox.hold = undefined;
        resolve();
      };
    },
    close: () =>
      new Promise((resolve) => {
        for (const { _socket } of server.connections) _socket.destroy();
        server.close(() => resolve());
      }),
  };
  return inbox;
}
