import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import type { PaymentMode, PaymentProvider } from '#domain/payments/payment-provider.ts';
import type { SecureCookie } from './admin/cookies.ts';
import type { AdminSessions } from './admin/sessions.ts';
import type { SignIn } from './admin/sign-in.ts';
import type { ContentEditing } from './content/content-editing.ts';
import type { PreviewSite } from './content/publish/preview-site.ts';
import type { Database } from './db/schema.ts';
import type { ClientReader } from './http/client-address.ts';
import type { AskLimiter, CreateCounter, Limits, RateLimiter } from './http/limits.ts';
import type { ServiceLog } from './http/log.ts';
import type { MailSettings } from './mail/mail-settings.ts';
import type { Metrics } from './operations/metrics.ts';
import type { Watch } from './operations/watch.ts';
import type { OrderMails } from './orders/change-order.ts';
import type { OrderLinks } from './orders/order-links.ts';
import type { CheckoutUrls } from './payments/payment.ts';
import type { PaymentGateway } from './payments/payment-gateway.ts';
import type { Challenges } from './people/challenges.ts';
import type { FindRelyingParty } from './people/passkeys.ts';
import type { Catalogue } from './site/catalogue.ts';
import type { ReadBuiltPage } from './site/fill-page.ts';
import type { SiteSnapshot } from './site/site-snapshot.ts';

/**
 * The one context of everything that happens in the shop. `service.ts` opens it; what needs a part of it outside the
 * service, such as a command, takes `Pick<Shop, …>`.
 */
export interface Shop {
  /** The build being served, read again for every request. Undefined in development, where Astro serves the pages. */
  readonly getSnapshot?: () => SiteSnapshot;
  /** For development. By default, pages are filled as they are in the served build. */
  readonly readBuiltPage?: ReadBuiltPage;
  /** The prices and weeks of those pages, read again for every request. */
  readonly getCatalogue: () => Catalogue;
  /** Shows a notice at once that has just been written. Undefined in development, where Astro shows it. */
  readonly refreshSite?: () => Promise<void>;
  readonly getMailSettings: () => MailSettings;
  readonly db: Kysely<Database>;
  /** Undefined on a machine that has only a built site. */
  readonly content: ContentEditing | undefined;
  /** The same. */
  readonly preview: PreviewSite | undefined;
  readonly gateway: PaymentGateway;
  /** Which kind of payments this data folder has. */
  readonly mode: PaymentMode;
  readonly mails: OrderMails;
  readonly sessions: AdminSessions;
  readonly clients: ClientReader;
  readonly challenges: Challenges;
  readonly orderLinks: OrderLinks;
  readonly limits: Limits;
  /** By default, in memory. */
  readonly createCounter?: CreateCounter | undefined;
  readonly clock: () => Date;
  readonly serviceLog: ServiceLog;
  /** Called after a commit that may have added mails to the outbox. */
  readonly wakeOutbox: () => void;
  /** Whether there is room to write an order down. If missing, as in commands, it is not asked. */
  readonly hasRoom?: () => Promise<boolean>;
  readonly isDatabaseReady: () => boolean | Promise<boolean>;
  readonly listWarnings: Watch['listWarnings'];
  readonly metrics: Metrics;
  /** If undefined, only this machine gets metrics. */
  readonly metricsToken: string | undefined;
  /** Where the payment sandbox answers, if it stands in for Stripe. */
  readonly sandboxUrl: string | undefined;
}

/** The shop as its routes get it: what `app.ts` makes of it once for all of them. */
export interface RouteContext extends Shop {
  readonly readBuiltPage: ReadBuiltPage;
  readonly payments: PaymentProvider['kind'];
  readonly signIn: SignIn;
  readonly findRelyingParty: FindRelyingParty;
  readonly invitationCookie: SecureCookie;
  readonly contactLimiter: RateLimiter;
  /** Of started payments. */
  readonly intentLimiter: RateLimiter;
  readonly askLimiter: AskLimiter;
  readonly toPublicUrl: (c: Context, path: string) => string;
  /** Where Stripe's own page leads back to. The buyer may have no script, so these pages need none. */
  readonly getCheckoutUrls: (c: Context, cancelPath: string) => CheckoutUrls;
}
