import type { Generated } from 'kysely';
import type { IsoDay } from '#domain/dates.ts';
import type { Pence } from '#domain/money.ts';
import type { OrderActor, OrderChangeKind } from '#domain/orders/order-changes.ts';
import type { DeliveryField } from '#domain/orders/order-fields.ts';
import type { OrderFlagCode } from '#domain/orders/order-flags.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { DisputeState } from '#domain/payments/dispute-state.ts';
import type { PaymentMode } from '#domain/payments/payment-mode.ts';
import type { Role } from '#domain/people.ts';

/** An instant in UTC, `2025-11-21T09:30:00.000Z`: as text, so that it sorts and is read by people. */
export type Instant = string;

/** What a buyer gave for the delivery. An attempt may still lack some of it; an order may not lack the address. */
type Delivery = Record<DeliveryField, string | null>;

/** A purchase from the moment before its payment is asked for. Most never become orders. */
export interface OrderAttemptsTable extends Delivery {
  id: string;
  kind: 'branch_box' | 'foliage';
  /** `open` while Stripe is to be asked about it; `settled` once it is paid; `closed` when it can no longer be paid. */
  state: 'open' | 'settled' | 'closed';
  quantity: number;
  unitPricePence: Pence;
  totalPence: Pence;
  /** Monday of the delivery week, or null until the buyer's order data arrive. */
  week: string | null;
  paymentIntentId: string | null;
  checkoutSessionId: string | null;
  /** Until when its boxes are reserved for the buyer; null when they are not. */
  heldUntil: Instant | null;
  /** Whose connection began it, scrambled: worthless after a restart of the service. */
  heldBy: string | null;
  /** Null for what a version before this column has stored: of the data folder's mode, as all are. */
  mode: PaymentMode | null;
  /** The attempt that the same page has begun in its place. Its payment is cancelled, and cannot be paid any more. */
  replacedBy: string | null;
  /** Counts the idempotency keys: a new one is taken when Stripe has kept a failure under the last. */
  callNumber: Generated<number>;
  /** Cards that were declined for its payment, and when that was last heard of. */
  failedCards: Generated<number>;
  failedAt: Instant | null;
  createdAt: Instant;
  updatedAt: Instant;
}

/** A purchase that has been paid for, or is being paid for (`pending`). One for each attempt at most. */
export interface OrdersTable extends Delivery {
  id: string;
  attemptId: string;
  orderNumber: string;
  status: OrderStatus;
  /** What Stripe last said of the payment. */
  paymentStatus: 'processing' | 'succeeded' | 'failed';
  paymentIntentId: string;
  quantity: number;
  unitPricePence: Pence;
  totalPence: Pence;
  /** What was really paid, in the smallest unit of `paidCurrency`. Differs from the total only where flagged. */
  paidAmount: number;
  paidCurrency: string;
  /** What has gone back of the paid amount, without the refunds that have failed. */
  refundedPence: Generated<Pence>;
  /** Refunds that did not reach the buyer. With `refundedPence` all that was ever refunded: neither sum can sink. */
  refundFailedPence: Generated<Pence>;
  /** How the buyer's bank disputes the payment; null for most. */
  dispute: DisputeState | null;
  /** Stripe's review of the payment; it never opens again. Null for most. */
  review: 'open' | 'closed' | null;
  /** The card network's warning of fraud: `decided` once the farm has said what becomes of the order. */
  fraudWarning: 'open' | 'decided' | null;
  week: string | null;
  trackingNumber: string | null;
  createdAt: Instant;
  updatedAt: Instant;
  /** Why there is no label from the carrier; null for most. */
  labelProblem: string | null;
  /** Counts the changes, so that two people who change one order at a time notice it. */
  version: Generated<number>;
}

/** Why a person must look at an order before it is fulfilled. Most orders have none. */
export interface OrderFlagsTable {
  orderId: string;
  code: OrderFlagCode;
  /** A JSON array of texts. */
  details: string;
}

/** The words that an order is found by; null when they are out of date. */
export interface OrderSearchTable {
  id: Generated<number>;
  orderId: string;
  words: string | null;
}

export const LABEL_STATES = ['waiting', 'asked', 'created', 'failed'] as const;

/** Orders that are to be created at the carrier's, for the farm to print their labels there. */
export interface LabelsTable {
  orderId: string;
  /** `asked`: the one call has been made, and what came of it is not known yet. */
  state: (typeof LABEL_STATES)[number];
  /** The carrier's own number of the order. */
  identifier: number | null;
  /** In the present state. */
  attempts: number;
  /** Null when nothing is to be done until the order changes, or ever again. */
  nextAttemptAt: Instant | null;
  lastError: string | null;
  createdAt: Instant;
}

/** The last refund of an order that the farm has asked for. */
export interface RefundRequestsTable {
  orderId: string;
  /** Made by the page that asked, so that a retry is the same refund. */
  id: string;
  amountPence: Pence;
  /** 1 once Stripe has made it; until then nobody else may ask for one. */
  isFinished: number;
  /** As of an attempt. */
  callNumber: Generated<number>;
  askedAt: Instant;
}

/** What was changed in an order: by whom, when, and why. Nothing is ever taken out. */
export interface OrderEventsTable {
  id: Generated<number>;
  orderId: string;
  actor: OrderActor;
  /** The name of whoever did it for the farm, as it was then; null for the others, and for what is old. */
  person: Generated<string | null>;
  kind: OrderChangeKind;
  before: string | null;
  after: string | null;
  reason: string | null;
  createdAt: Instant;
}

/** Ids of Stripe's events that have been dealt with: a webhook that comes twice changes nothing. */
export interface StripeEventsTable {
  id: string;
  type: string;
  receivedAt: Instant;
}

/** A message of the contact form. */
export interface MessagesTable {
  id: string;
  /** Made by the form, so that a retry over a weak line is the same message. */
  submissionId: string | null;
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  contactPreference: 'email' | 'phone';
  /** Why it looked like spam when it came; null for most. Such a message is kept, and not mailed. */
  spamReason: string | null;
  /** 1 for spam: at first what the service thinks, and then what a person says. */
  isSpam: Generated<number>;
  readAt: Instant | null;
  repliedAt: Instant | null;
  createdAt: Instant;
}

export const MAIL_KINDS = [
  'order_confirmation',
  'order_notification',
  'contact_message',
  'tracking',
  'refund',
  'order_change',
  'buyer_change',
  'service_notice',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Mails to be sent, written in the transaction that they report. */
export interface OutboxTable {
  id: string;
  kind: MailKind;
  /** The order, refund or message that the mail is about; one mail of a kind for each. */
  subjectId: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** Stable, so that a mail sent twice after a crash shows as one. */
  mimeMessageId: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: number;
  nextAttemptAt: Instant;
  lastError: string | null;
  createdAt: Instant;
  sentAt: Instant | null;
  /** When a person last asked for it to be tried again; the days after which it is given up count from here. */
  retriedAt: Instant | null;
  /** The id of the copy that a person had sent in its place, or after it. One of each mail. */
  sentAgainAs: string | null;
}

/** How often each page was seen, button pressed and question looked up in a day, without a visitor. */
export interface VisitCountsTable {
  /** In Europe/London. */
  day: IsoDay;
  kind: 'view' | 'click' | 'search';
  path: string;
  /** '' where the event has none, as with the next two: a key cannot hold NULL. */
  category: string;
  label: string;
  value: string;
  region: string;
  count: number;
}

/** Signed-in admins. The token itself is only in the cookie. */
export interface AdminSessionsTable {
  tokenHash: string;
  createdAt: Instant;
  lastSeenAt: Instant;
  personId: string;
}

/** Who signs in for the farm. */
export interface PeopleTable {
  /** `owner` for the one whom the first start has made. */
  id: string;
  name: string;
  /** The name as it is compared: nobody shares it. */
  nameKey: string;
  role: Role;
  /** Null for who has not joined yet, or signs in by passkey alone. */
  passwordHash: string | null;
}

/** The link by which a person joins, or comes back: one each. Only the hash of its key is known here. */
export interface InvitationsTable {
  keyHash: string;
  personId: string;
  endsAt: Instant;
}

/** Public keys of WebAuthn credentials. */
export interface PasskeysTable {
  /** The credential's own id, base64url. */
  id: string;
  personId: string;
  /** The host that it was made for: WebAuthn's RP ID. */
  site: string;
  /** COSE, base64url. */
  publicKey: string;
  /** As the authenticator last counted; 0 for the many that do not. */
  counter: number;
  /** A JSON list, such as `["internal","hybrid"]`. */
  transports: string;
  createdAt: Instant;
  lastUsedAt: Instant | null;
}

export const WATCHED_JOBS = ['backup', 'mail', 'failed_mails', 'reconciliation', 'labels'] as const;
export type WatchedJob = (typeof WATCHED_JOBS)[number];

/** How the service's own jobs go. A row comes with a job's first run. */
export interface WatchedJobsTable {
  name: WatchedJob;
  lastGoodAt: Instant | null;
  /** When the first of the failures since then was; null while all is well, as in the next three. */
  failingSince: Instant | null;
  /** In a row. */
  failures: number;
  /** Of the last failure, for the farm: without personal data. */
  reason: string | null;
  /** When it had gone on for so long that the farm was to hear of it. */
  alertedAt: Instant | null;
}

/** Single values that the service keeps for itself. */
export interface SettingsTable {
  name: string;
  value: string;
}

export interface Database {
  orderAttempts: OrderAttemptsTable;
  orders: OrdersTable;
  orderFlags: OrderFlagsTable;
  orderSearch: OrderSearchTable;
  orderEvents: OrderEventsTable;
  labels: LabelsTable;
  refundRequests: RefundRequestsTable;
  stripeEvents: StripeEventsTable;
  messages: MessagesTable;
  outbox: OutboxTable;
  visitCounts: VisitCountsTable;
  adminSessions: AdminSessionsTable;
  people: PeopleTable;
  invitations: InvitationsTable;
  passkeys: PasskeysTable;
  watchedJobs: WatchedJobsTable;
  settings: SettingsTable;
}
