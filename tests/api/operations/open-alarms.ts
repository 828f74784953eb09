import type { Kysely } from 'kysely';
import type { Database } from '../../../api/db/schema.ts';
import type { TimedJob } from '../../../api/jobs/timed-job.ts';
import { createFailedMailsCheck, createOutbox, type Outbox } from '../../../api/mail/outbox.ts';
import { createSmtpTransport } from '../../../api/mail/transport.ts';
import { createWatch, type Watch } from '../../../api/operations/watch.ts';
import { SETTINGS } from '../mail/made-up.ts';
import type { SmtpInbox } from '../mail/smtp-inbox.ts';

/** The watch over one database and the outbox that mails for it, as one start of the service has them. */
export interface Alarms {
  readonly watch: Watch;
  readonly outbox: Outbox;
  readonly failedMails: TimedJob;
  readonly logged: string[];
}

export function openAlarms(db: Kysely<Database>, inbox: SmtpInbox, clock: () => Date): Alarms {
  const logged: string[] = [];
  const log = (message: string, error?: unknown) => void logged.push(`${message} ${error ?? ''}`.trim());
  // A test sends what is due when it wants to.
  const watch = createWatch({ db, clock, log, getMailSettings: () => SETTINGS, wakeOutbox: () => {} });
  const transport = createSmtpTransport({ url: inbox.url, getFrom: () => SETTINGS.from });
  const outbox = createOutbox({
    db,
    transport,
    clock,
    log,
    writeOrderKey: () => 'key',
    reportRun: watch.follow('mail'),
  });
  const failedMails = createFailedMailsCheck({ db, clock, log, reportRun: watch.follow('failed_mails') });
  return { watch, outbox, failedMails, logged };
}

/** What the farm has been sent by the watch, oldest first. */
export function readNotices({ received }: SmtpInbox) {
  const notices = received.filter(({ mail }) => mail.messageId?.startsWith('<service-notice.'));
  return notices.map(({ to, mail }) => ({ to, subject: mail.subject ?? '', text: mail.text ?? '' }));
}

export function listSubjects(inbox: SmtpInbox) {
  return readNotices(inbox).map(({ subject }) => subject);
}
