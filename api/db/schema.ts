import type { Generated } from 'kysely';
import type { IsoDay } from '#domain/dates.ts';
import type { MailKind } from '#domain/mails.ts';
import type { Pence } from '#domain/money.ts';
import type { OrderActor, OrderChangeKind } from '#domain/orders/order-changes.ts';
import type { DeliveryField } from '#domain/orders/order-fields.ts';
import type { DisputeState, OrderStatus } from '#domain/orders/order-status.ts';
import type { PaymentMethod } from '#domain/orders/payment-method.ts';
import type { PaymentMode } from '#domain/payments/payment-provider.ts';
import type { Role } from '#domain/people.ts';

/** An instant in UTC, `2025-11-21T09:30:00.000Z`. As text it sorts, and people can read it. */
export type Instant = string;

/** The buyer's delivery details. An attempt may lack some of them; an order may not lack the address. */
type Delivery = Record<DeliveryField, string | null>;

/** A purchase, stored before its payment is created. Most never become orders. */
export interface OrderAttemptsTable extends Delivery {
  id: string;
  kind: 'branch_box' | 'foliage';
  /** `open`: Stripe is asked about it. `settled`: paid. `closed`: can no longer be paid. */
  state: 'open' | 'settled' | 'closed';
  quantity: number;
  unitPricePence: Pence;
  totalPence: Pence;
  /** Monday of the delivery week. Null until the buyer's order data arrives. */
  week: string | null;
  paymentIntentId: string | null;
  /** Its Checkout Session: of a payment link, the last one. */
  checkoutSessionId: string | null;
  /** For a payment link: when the Checkout Session ends that is open, or about to be. */
  sessionEndsAt: Generated<Instant | null>;
  paymentMethod: Generated<PaymentMethod>;
  /** The name, at that time, of who took it by telephone. Null for what buyers order themselves. */
  takenBy: Generated<string | null>;
  takenById: Generated<string | null>;
  /** When the farm's payment link, or its wait for a bank transfer, ends. Null for what buyers order themselves. */
  endsAt: Generated<Instant | null>;
  /** Its boxes are reserved until then. Null if none are. */
  heldUntil: Instant | null;
  /** The scrambled network of the buyer. It means nothing after a restart of the service. */
  heldBy: string | null;
  mode: PaymentMode;
  /** The attempt that the same page has started instead. The payment of this one is cancelled. */
  replacedBy: string | null;
  /** Declined cards of its payment, and when the last one was reported. */
  failedCards: Generated<number>;
  failedAt: Instant | null;
  createdAt: Instant;
  updatedAt: Instant;
}

/** A purchase that has been paid for or is being paid for (`pending`). At most one per attempt. */
export interface OrdersTable extends Delivery {
  id: string;
  attemptId: string;
  orderNumber: string;
  status: OrderStatus;
  /** The payment's last known state at Stripe. */
  paymentStatus: 'processing' | 'succeeded' | 'failed';
  paymentMethod: Generated<PaymentMethod>;
  /** Null if it is not paid by card. */
  paymentIntentId: string | null;
  /** The name, at that time, of who took it by telephone. Null for what buyers order themselves. */
  takenBy: Generated<string | null>;
  takenById: Generated<string | null>;
  /** Refunded ones included. */
  quantity: number;
  unitPricePence: Pence;
  totalPence: Pence;
  /** What was actually paid, in the smallest unit of `paidCurrency`. If it differs from the total, the order is flagged. */
  paidAmount: number;
  paidCurrency: string;
  /** Refunded from the paid amount, without failed refunds. */
  refundedPence: Generated<Pence>;
  /**
   * Refunds that did not reach the buyer. The sum of this and `refundedPence` is all that was ever refunded. Neither
   * sum nor this ever decreases.
   */
  refundFailedPence: Generated<Pence>;
  /** The part of `refundedPence` that took no box out of the order. 0 once everything has been refunded. */
  goodwillPence: Generated<Pence>;
  /** The dispute by the buyer's bank. Null for most. */
  dispute: DisputeState | null;
  /** Stripe's review of the payment. Once closed, it never opens again. Null for most. */
  review: 'open' | 'closed' | null;
  /** The card network's fraud warning: `decided` once the farm has decided about the order. */
  fraudWarning: 'open' | 'decided' | null;
  week: string | null;
  /** For the farm only: on no paper, in no mail, and on no page of the buyer's. */
  internalNote: string | null;
  createdAt: Instant;
  updatedAt: Instant;
  /** Why the carrier has made no label. Null for most. */
  labelProblem: string | null;
  /** Why a person must look at it before it is fulfilled: JSON of `OrderFlag[]`, oldest first. None for most. */
  flags: Generated<string>;
  /** What it is found by (`search.ts`), written with every change. */
  searchWords: Generated<string>;
  /** Goes up with every change, so that of two concurrent changes the second is refused. */
  version: Generated<number>;
}

/** An order's parcels that are sent. None for orders that are not, or that have no numbers. */
interface ParcelsTable {
  orderId: string;
  /** From 1. */
  position: number;
  trackingNumber: string;
  sentAt: Instant;
}

const LABEL_STATES = ['waiting', 'asked', 'created', 'failed'] as const;

/** Orders to create at the carrier, where the farm prints their labels. */
export interface LabelsTable {
  orderId: string;
  /** `asked`: the one call has been made, and its outcome is not known yet. */
  state: (typeof LABEL_STATES)[number];
  /** The carrier's number for the order. */
  identifier: number | null;
  /** In the current state. */
  attempts: number;
  /** Null if there is nothing to do until the order changes, or at all. */
  nextAttemptAt: Instant | null;
  lastError: string | null;
  createdAt: Instant;
}

/** An order's last refund request by the farm. */
export interface RefundRequestsTable {
  orderId: string;
  /** Made by the requesting page, so that a retry is the same refund. */
  id: string;
  amountPence: Pence;
  /** 1 if it takes no box out of the order. */
  isGoodwill: Generated<number>;
  /** 1 once Stripe has made it. Until then nobody else may request one. */
  isFinished: number;
  /** The farm's own words to the buyer; empty for most. */
  note: Generated<string>;
  askedAt: Instant;
}

/** What was changed in an order: by whom, when, and why. Rows are never deleted. */
export interface OrderEventsTable {
  id: Generated<number>;
  orderId: string;
  actor: OrderActor;
  /** The name, at that time, of the person at the farm who did it. Null for other actors. */
  person: Generated<string | null>;
  /** Their id, because a name can be given to somebody else. */
  personId: Generated<string | null>;
  kind: OrderChangeKind;
  before: string | null;
  after: string | null;
  reason: string | null;
  createdAt: Instant;
}

/** A message from the contact form. */
export interface MessagesTable {
  id: string;
  /** Made by the form, so that a retry is the same message. */
  submissionId: string | null;
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  contactPreference: 'email' | 'phone';
  /** Why it looked like spam on arrival. Null for most. Such messages are kept, but not mailed. */
  spamReason: string | null;
  /** 1 for spam: at first the service's guess, later a person's decision. */
  isSpam: Generated<number>;
  readAt: Instant | null;
  repliedAt: Instant | null;
  createdAt: Instant;
  /** What it is found by (`search.ts`). */
  searchWords: Generated<string>;
}

/** The farm's answers to messages. */
export interface MessageAnswersTable {
  id: string;
  messageId: string;
  text: string;
  /** The name, at that time, of who answered: accounts are deleted before messages are. */
  person: string;
  personId: string;
  createdAt: Instant;
}

/** Mails to send, written in the transaction that they report. */
export interface OutboxTable {
  id: string;
  kind: MailKind;
  /** The order, refund or message that it is about. One mail per kind and subject. */
  subjectId: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** Stable, so that mail programs show a mail sent twice after a crash as one. */
  mimeMessageId: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: number;
  nextAttemptAt: Instant;
  lastError: string | null;
  createdAt: Instant;
  sentAt: Instant | null;
  /** When a person last asked to send it again. The days until it is given up count from then. */
  retriedAt: Instant | null;
  /** The id of the copy that a person has sent instead or in addition. At most one per mail. */
  sentAgainAs: string | null;
}

/** How often each page was viewed, button clicked and question searched for on a day, without visitors' identities. */
interface VisitCountsTable {
  /** In Europe/London. */
  day: IsoDay;
  kind: 'view' | 'click' | 'search';
  path: string;
  /** '' if the event has none, also in the next two columns, because a key cannot be NULL. */
  category: string;
  label: string;
  value: string;
  region: string;
  count: number;
}

/** Sessions of signed-in admins. The token itself is only in the cookie. */
interface AdminSessionsTable {
  tokenHash: string;
  createdAt: Instant;
  lastSeenAt: Instant;
  personId: string;
}

/** The people who sign in for the farm. */
export interface PeopleTable {
  /** `owner` for the owner created by the first start. */
  id: string;
  name: string;
  /** The name in comparable form. Unique. */
  nameKey: string;
  role: Role;
  /** Null for people who have not joined yet, or sign in only by passkey. */
  passwordHash: string | null;
}

/** The link by which a person joins or comes back. One per person. Only the hash of its key is stored. */
interface InvitationsTable {
  keyHash: string;
  personId: string;
  endsAt: Instant;
}

/** Public keys of WebAuthn credentials. */
export interface PasskeysTable {
  /** The credential's id, base64url. */
  id: string;
  personId: string;
  /** The host that it was made for: WebAuthn's RP ID. */
  site: string;
  /** COSE, base64url. */
  publicKey: string;
  /** The authenticator's signature counter. 0 for the many that do not count. */
  counter: number;
  /** A JSON list, such as `["internal","hybrid"]`. */
  transports: string;
  createdAt: Instant;
  lastUsedAt: Instant | null;
}

export const WATCHED_JOBS = ['backup', 'mail', 'reconciliation', 'labels'] as const;
export type WatchedJob = (typeof WATCHED_JOBS)[number];

/** The state of the service's jobs. A job's first run adds its row. */
export interface WatchedJobsTable {
  name: WatchedJob;
  lastGoodAt: Instant | null;
  /** When the current series of failures started. Null, like the next three, while all is well. */
  failingSince: Instant | null;
  failures: number;
  /** The last failure, for the farm, without personal data. */
  reason: string | null;
  /** When it had lasted long enough for the farm to be told. */
  alertedAt: Instant | null;
}

interface SettingsTable {
  name: string;
  value: string;
}

export interface Database {
  orderAttempts: OrderAttemptsTable;
  orders: OrdersTable;
  parcels: ParcelsTable;
  orderEvents: OrderEventsTable;
  labels: LabelsTable;
  refundRequests: RefundRequestsTable;
  messages: MessagesTable;
  messageAnswers: MessageAnswersTable;
  outbox: OutboxTable;
  visitCounts: VisitCountsTable;
  adminSessions: AdminSessionsTable;
  people: PeopleTable;
  invitations: InvitationsTable;
  passkeys: PasskeysTable;
  watchedJobs: WatchedJobsTable;
  settings: SettingsTable;
}
