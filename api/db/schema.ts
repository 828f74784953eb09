import type { Generated } from 'kysely';
import type { IsoDay } from '#domain/dates.ts';
import type { OrderActor, OrderChangeKind } from '#domain/orders/order-changes.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { DisputeState } from '#domain/payments/dispute-state.ts';
import type { PaymentMode } from '#domain/payments/payment-mode.ts';
import type { Role } from '#domain/people.ts';

/** An instant in UTC, `2025-11-21T09:30:00.000Z`: as text, so that it sorts and is read by people. */
export type Instant = string;

/** What a buyer gave for the delivery. An attempt may still lack some of it; an order may not lack the address. */
interface Delivery {
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  /** Street lines, separated by line feeds. */
  shipping_address: string | null;
  shipping_city: string | null;
  shipping_postcode: string | null;
  /** ISO 3166 alpha-2. */
  shipping_country: string | null;
  special_instructions: string | null;
}

/** A purchase from the moment before its payment is asked for. Most never become orders. */
export interface OrderAttemptsTable extends Delivery {
  id: string;
  kind: 'branch_box' | 'foliage';
  /** `open` while Stripe is to be asked about it; `settled` once it is paid; `closed` when it can no longer be paid. */
  state: 'open' | 'settled' | 'closed';
  quantity: number;
  unit_price_pence: number;
  total_pence: number;
  /** Monday of the delivery week, or null until the buyer's order data arrive. */
  week: string | null;
  payment_intent_id: string | null;
  checkout_session_id: string | null;
  /** Until when its boxes are reserved for the buyer; null when they are not. */
  held_until: Instant | null;
  /** Whose connection began it, scrambled: worthless after a restart of the service. */
  held_by: string | null;
  /** Null for what a version before this column has stored: of the data folder's mode, as all are. */
  mode: PaymentMode | null;
  /** The attempt that the same page has begun in its place. Its payment is cancelled, and cannot be paid any more. */
  replaced_by: string | null;
  /** Counts the idempotency keys: a new one is taken when Stripe has kept a failure under the last. */
  call_number: Generated<number>;
  /** Cards that were declined for its payment, and when that was last heard of. */
  failed_cards: Generated<number>;
  failed_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

/** A purchase that has been paid for, or is being paid for (`pending`). One for each attempt at most. */
export interface OrdersTable extends Delivery {
  id: string;
  attempt_id: string;
  order_number: string;
  status: OrderStatus;
  /** What Stripe last said of the payment. */
  payment_status: 'processing' | 'succeeded' | 'failed';
  payment_intent_id: string;
  quantity: number;
  unit_price_pence: number;
  total_pence: number;
  /** What was really paid, in the smallest unit of `paid_currency`. Differs from the total only where flagged. */
  paid_amount: number;
  paid_currency: string;
  /** What has gone back of the paid amount, without the refunds that have failed. */
  refunded_pence: Generated<number>;
  /** Refunds that did not reach the buyer. With `refunded_pence` all that was ever refunded: neither sum can sink. */
  refund_failed_pence: Generated<number>;
  /** How the buyer's bank disputes the payment; null for most. */
  dispute: DisputeState | null;
  /** Stripe's review of the payment; it never opens again. Null for most. */
  review: 'open' | 'closed' | null;
  /** The card network's warning of fraud: `decided` once the farm has said what becomes of the order. */
  fraud_warning: 'open' | 'decided' | null;
  week: string | null;
  tracking_number: string | null;
  /** Why a person must look at the order before it is fulfilled; null for most. */
  flag: string | null;
  created_at: Instant;
  updated_at: Instant;
  /** Why there is no label from the carrier; null for most. */
  label_problem: string | null;
  /** Counts the changes, so that two people who change one order at a time notice it. */
  version: Generated<number>;
}

export const LABEL_STATES = ['waiting', 'asked', 'created', 'failed'] as const;

/** Orders that are to be created at the carrier's, for the farm to print their labels there. */
export interface LabelsTable {
  order_id: string;
  /** `asked`: the one call has been made, and what came of it is not known yet. */
  state: (typeof LABEL_STATES)[number];
  /** The carrier's own number of the order. */
  identifier: number | null;
  /** In the present state. */
  attempts: number;
  /** Null when nothing is to be done until the order changes, or ever again. */
  next_attempt_at: Instant | null;
  last_error: string | null;
  created_at: Instant;
}

/** The last refund of an order that the farm has asked for. */
export interface RefundRequestsTable {
  order_id: string;
  /** Made by the page that asked, so that a retry is the same refund. */
  id: string;
  amount_pence: number;
  /** 1 once Stripe has made it; until then nobody else may ask for one. */
  is_finished: number;
  /** As of an attempt. */
  call_number: Generated<number>;
  asked_at: Instant;
}

/** What was changed in an order: by whom, when, and why. Nothing is ever taken out. */
export interface OrderEventsTable {
  id: Generated<number>;
  order_id: string;
  actor: OrderActor;
  /** The name of whoever did it for the farm, as it was then; null for the others, and for what is old. */
  person: Generated<string | null>;
  kind: OrderChangeKind;
  before: string | null;
  after: string | null;
  reason: string | null;
  created_at: Instant;
}

/** Ids of Stripe's events that have been dealt with: a webhook that comes twice changes nothing. */
export interface StripeEventsTable {
  id: string;
  type: string;
  received_at: Instant;
}

/** A message of the contact form. */
export interface MessagesTable {
  id: string;
  /** Made by the form, so that a retry over a weak line is the same message. */
  submission_id: string | null;
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  contact_preference: 'email' | 'phone';
  /** Why it looked like spam when it came; null for most. Such a message is kept, and not mailed. */
  spam_reason: string | null;
  /** 1 for spam: at first what the service thinks, and then what a person says. */
  is_spam: Generated<number>;
  read_at: Instant | null;
  replied_at: Instant | null;
  created_at: Instant;
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
  subject_id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text_body: string;
  html_body: string;
  /** Stable, so that a mail sent twice after a crash shows as one. */
  mime_message_id: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: number;
  next_attempt_at: Instant;
  last_error: string | null;
  created_at: Instant;
  sent_at: Instant | null;
  /** When a person last asked for it to be tried again; the days after which it is given up count from here. */
  retried_at: Instant | null;
  /** The id of the copy that a person had sent in its place, or after it. One of each mail. */
  sent_again_as: string | null;
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
  token_hash: string;
  created_at: Instant;
  last_seen_at: Instant;
  person_id: string;
}

/** Who signs in for the farm. */
export interface PeopleTable {
  /** `owner` for the one whom the first start has made. */
  id: string;
  name: string;
  /** The name as it is compared: nobody shares it. */
  name_key: string;
  role: Role;
  /** Null for who has not joined yet, or signs in by passkey alone. */
  password_hash: string | null;
}

/** The link by which a person joins, or comes back: one each. Only the hash of its key is known here. */
export interface InvitationsTable {
  key_hash: string;
  person_id: string;
  ends_at: Instant;
}

/** Public keys of WebAuthn credentials. */
export interface PasskeysTable {
  /** The credential's own id, base64url. */
  id: string;
  person_id: string;
  /** The host that it was made for: WebAuthn's RP ID. */
  site: string;
  /** COSE, base64url. */
  public_key: string;
  /** As the authenticator last counted; 0 for the many that do not. */
  counter: number;
  /** A JSON list, such as `["internal","hybrid"]`. */
  transports: string;
  created_at: Instant;
  last_used_at: Instant | null;
}

export const WATCHED_JOBS = ['backup', 'mail', 'failed_mails', 'reconciliation', 'labels'] as const;
export type WatchedJob = (typeof WATCHED_JOBS)[number];

/** How the service's own jobs go. A row comes with a job's first run. */
export interface WatchedJobsTable {
  name: WatchedJob;
  last_good_at: Instant | null;
  /** When the first of the failures since then was; null while all is well, as in the next three. */
  failing_since: Instant | null;
  /** In a row. */
  failures: number;
  /** Of the last failure, for the farm: without personal data. */
  reason: string | null;
  /** When it had gone on for so long that the farm was to hear of it. */
  alerted_at: Instant | null;
}

/** Single values that the service keeps for itself. */
export interface SettingsTable {
  name: string;
  value: string;
}

export interface Database {
  order_attempts: OrderAttemptsTable;
  orders: OrdersTable;
  order_events: OrderEventsTable;
  labels: LabelsTable;
  refund_requests: RefundRequestsTable;
  stripe_events: StripeEventsTable;
  messages: MessagesTable;
  outbox: OutboxTable;
  visit_counts: VisitCountsTable;
  admin_sessions: AdminSessionsTable;
  people: PeopleTable;
  invitations: InvitationsTable;
  passkeys: PasskeysTable;
  watched_jobs: WatchedJobsTable;
  settings: SettingsTable;
}
