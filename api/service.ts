import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPaymentMode } from '#domain/payments/payment-provider.ts';
import type { KeepingPeriods } from '#domain/retention-periods.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { ensureAdminPassword } from './admin/password.ts';
import { createAdminSessions } from './admin/sessions.ts';
import type { Config } from './config.ts';
import { openContentEditing } from './content/content-editing.ts';
import { createPreviewSite } from './content/publish/preview-site.ts';
import { databaseFile, openShopDatabase } from './db/open-shop.ts';
import { createClientReader } from './http/client-address.ts';
import { countTogether, LIMITS } from './http/limits.ts';
import type { ServiceLog } from './http/log.ts';
import type { Job } from './jobs/job.ts';
import { createJob } from './jobs/job.ts';
import { createClickAndDrop } from './labels/click-and-drop.ts';
import { createLabelQueue } from './labels/label-queue.ts';
import { createMailSettings } from './mail/mail-settings.ts';
import { createOrderMails } from './mail/order-mails.ts';
import { createOutbox } from './mail/outbox.ts';
import { makeWaitingMailsDue } from './mail/outbox-repository.ts';
import { openTransport, type TransportSettings } from './mail/transport.ts';
import { createMorningMail } from './office/morning-mail.ts';
import { createBackupTimer } from './operations/backup/backup-timer.ts';
import { backUpBeforeChange } from './operations/backup/make-backup.ts';
import { createClockWatch } from './operations/clock-watch.ts';
import { readDiskSpace } from './operations/disk-space.ts';
import { createMetrics } from './operations/metrics.ts';
import { createWatch } from './operations/watch.ts';
import { createOrderLinks, readLinkSecret } from './orders/order-links.ts';
import { describeProvider, openPayments } from './payments/open-payments.ts';
import { createChallenges } from './people/challenges.ts';
import { createRetention } from './privacy/retention.ts';
import { claimMode, SANDBOX_FILE } from './settlement/claim-mode.ts';
import { createReconciliation } from './settlement/reconciliation.ts';
import type { Shop } from './shop.ts';
import { type Catalogue, closeEndedWeeks } from './site/catalogue.ts';
import type { ReadBuiltPage } from './site/fill-page.ts';
import type { SiteSnapshot } from './site/site-snapshot.ts';
import { createTransferJob } from './telephone/transfers.ts';

/** The source of the pages and their facts: a build, or in development the content folder. */
export interface SiteSource {
  readonly getSnapshot?: () => SiteSnapshot;
  readonly readBuiltPage?: ReadBuiltPage;
  readonly getCatalogue: () => Catalogue;
  readonly getFarm: () => Farm;
  /** Shows at once a notice that has just been written, or a build. In development, Astro shows it. */
  readonly refreshSite?: () => Promise<void>;
}

export interface Service {
  readonly shop: Shop;
  /**
   * Starts the background work that needs the service to be reachable: webhooks, reconciliation, mail. No other process
   * on the same database may be doing it.
   * @param ownUrl where the service can be reached
   */
  start(ownUrl: string): void;
  /** Stops the background work. Requests are still answered, and their mails wait for the next process. */
  endWork(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Pick<Config, 'dataDir' | 'trustedProxies' | 'adminPassword' | 'payments'> &
    Partial<Pick<Config, 'clickAndDrop' | 'metricsToken' | 'databaseUrl' | 'mayBegin'>> & {
      readonly mail: Omit<Config['mail'], 'isWithheld'> & TransportSettings;
      /** If missing, or if there is no such folder, the content cannot be edited here. */
      readonly contentDir?: string;
      /** Of the published site. If missing, as in many tests, the content cannot be published. */
      readonly distDir?: string;
      readonly buildProgram?: string;
      /** If missing, as in many tests, no backups are made. */
      readonly backupDir?: string;
      /** If missing, nothing is ever deleted. */
      readonly keeping?: KeepingPeriods;
    };
  readonly site: SiteSource;
  readonly serviceLog: ServiceLog;
  readonly clock?: () => Date;
  /** Shows text to the operator: the generated admin password, and mails if no server is set for them. */
  readonly print: (line: string) => void;
}

/**
 * Opens everything the service needs: database, payments, mail and admin access.
 * @throws Error with a message for the operator if the data folder or the database cannot be used
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { config, serviceLog, print, clock = () => new Date() } = options;
  const { log } = serviceLog;
  const { dataDir, backupDir } = config;
  const beforeChange = backupDir === undefined ? undefined : backUpBeforeChange({ dataDir, backupDir }, log);
  const database = await openShopDatabase({ ...config, beforeChange });
  const { db, shared } = database;
  const hasWorkLease = shared?.lease.isOurs;
  const mode = readPaymentMode(config.payments);
  const getCatalogue = () => closeEndedWeeks(options.site.getCatalogue(), mode);
  const site: SiteSource = { ...options.site, getCatalogue };
  try {
    await claimMode(db, shared ? undefined : config.dataDir, mode);
  } catch (error) {
    await database.close();
    throw error;
  }
  await ensureAdminPassword({
    db,
    given: config.adminPassword,
    announce: (password) => print(`The admin password, shown this once: ${password}`),
  });
  const payments = await openPayments(config.payments, join(config.dataDir, SANDBOX_FILE), log, clock);
  const getMailSettings = () => createMailSettings(site.getFarm(), config.mail, site.getCatalogue());
  const getFrom = () => getMailSettings().from;
  if (config.mail.isWithheld)
    log('SMTP_URL is not set. Mails wait until it is; in production none is printed');
  const transport = openTransport(config.mail, getFrom, print);
  const secret = await readLinkSecret(db);
  const orderLinks = createOrderLinks(secret);
  const watch = createWatch({ db, clock, log, getMailSettings, wakeOutbox: () => wakeOutbox() });
  const isClockRight = createClockWatch({ db, clock, log });
  const clockJob = createJob({
    run: async () => void (await isClockRight()),
    onFailure: (error) => log('the clock could not be compared', error),
    hasWorkLease,
    intervalMs: 60_000,
  });
  const background = { db, clock, log, hasWorkLease, isClockRight };
  const outbox = createOutbox({
    ...background,
    transport,
    writeOrderKey: orderLinks.writeKey,
    reportRun: watch.follow('mail'),
    tellUndelivered: watch.tellUndelivered,
  });
  const wake = (loop: Job) => () => (hasWorkLease?.() === false ? shared?.lease.call() : loop.wake());
  const wakeOutbox = wake(outbox);
  const morningMail = createMorningMail({ ...background, getCatalogue, getMailSettings, wakeOutbox });
  const transfers = createTransferJob({ ...background, getCatalogue, getMailSettings, wakeOutbox });
  const { gateway } = payments;
  const mails = createOrderMails(getMailSettings);
  const reconciliation = createReconciliation({
    ...background,
    serviceLog,
    getCatalogue,
    wakeOutbox,
    gateway,
    mode,
    mails,
    reportRun: watch.follow('reconciliation'),
  });
  const labels =
    config.clickAndDrop &&
    createLabelQueue({
      ...background,
      getCatalogue,
      mails,
      wakeOutbox,
      service: createClickAndDrop(config.clickAndDrop),
      reportRun: watch.follow('labels'),
    });
  const { contentDir, distDir } = config;
  const content =
    contentDir !== undefined && existsSync(contentDir)
      ? openContentEditing({
          contentDir,
          dataDir,
          distDir,
          clock,
          log,
          buildProgram: config.buildProgram,
          refreshSite: site.refreshSite,
        })
      : undefined;
  const backups =
    backupDir === undefined || shared
      ? undefined
      : createBackupTimer({
          folders: { dataDir, backupDir },
          prepare: content?.history.record,
          clock,
          log,
          isClockRight,
          reportRun: watch.follow('backup'),
        });
  const preview =
    content &&
    createPreviewSite(
      content.publisher.previewDir,
      describeProvider(config.payments),
      log,
      content.contentDir,
    );
  const retention = config.keeping && createRetention({ ...background, periods: config.keeping });
  const clients = createClientReader(config.trustedProxies);
  const createCounter = shared && countTogether(shared.pool, secret);
  const metrics = createMetrics({
    db,
    file: shared ? undefined : databaseFile(config.dataDir),
    clock,
    listJobs: watch.listJobs,
  });
  const jobs = [
    ...[clockJob, reconciliation, morningMail, transfers],
    ...[content?.publisher, backups, retention, labels],
  ];
  const endWork = async () => {
    await Promise.all([...jobs, outbox].map((job) => job?.stop()));
    await shared?.lease.stop();
  };
  const startJobs = () => {
    for (const job of jobs) job?.start();
  };
  return {
    shop: {
      ...site,
      mails,
      getCatalogue,
      db,
      content,
      preview,
      clock,
      serviceLog,
      clients,
      limits: LIMITS,
      createCounter,
      sessions: createAdminSessions({ db, clock, clients }),
      challenges: createChallenges({ secret, clock, clients, createCounter }),
      gateway,
      mode,
      sandboxUrl: payments.sandboxUrl,
      getMailSettings,
      orderLinks,
      wakeOutbox,
      isDatabaseReady: database.isReady,
      hasRoom: async () => shared !== undefined || (await readDiskSpace(config)).hasRoom,
      async listWarnings() {
        const { isLow } = await readDiskSpace(config);
        const isDoubted = !(await isClockRight());
        return [...(await watch.listWarnings()), ...(isLow ? ['disk'] : []), ...(isDoubted ? ['clock'] : [])];
      },
      metrics,
      metricsToken: config.metricsToken,
    },
    start(ownUrl) {
      payments.start(`${ownUrl}/api/stripe/webhook`);
      if (!shared) {
        startJobs();
        makeWaitingMailsDue(db, clock())
          .catch((error) => log('the waiting mails could not be rescheduled', error))
          .finally(outbox.wake);
        return;
      }
      // Another service may be sending a mail at this moment, so those that were tried wait for their time.
      let isStarted = false;
      shared.lease.start(() => {
        if (!isStarted) startJobs();
        isStarted = true;
        labels?.wake();
        outbox.wake();
      });
    },
    endWork,
    async stop() {
      await endWork();
      preview?.close();
      metrics.close();
      await payments.close();
      await database.close();
    },
  };
}
