/** What stands for the keys in stored e-mails. Only sent ones have the keys, because the outbox is kept. */
export const KEY_PLACEHOLDERS = { order: '0order0key0place0', payment: '0pay0key0place0' } as const;
export type LinkKey = keyof typeof KEY_PLACEHOLDERS;

/** What holds for every e-mail of a kind. */
export interface MailKindRow {
  /** In the farm's list of e-mails. */
  readonly name: string;
  /** A visitor is somebody who has written to the farm without an order. */
  readonly to: 'buyer' | 'farm' | 'visitor';
  /** Of one to a buyer: the start of ‘… did not arrive’, beside the order that it is about. */
  readonly undelivered?: string;
  /** It holds the words of a visitor's message, and is kept no longer than that. */
  readonly isAboutMessage?: true;
  /** The keys that are put into its links when it is sent. */
  readonly keys?: readonly LinkKey[];
  /** Whether it waits when a person has caused it, so that whoever takes that back at once has told nobody. */
  readonly waits?: true;
}

/** Every kind of e-mail that the service queues. Types, lists, links, recipients and delays derive from this table. */
export const MAILS = {
  order_confirmation: {
    name: 'Confirmation',
    to: 'buyer',
    undelivered: 'The confirmation',
    keys: ['order'],
  },
  order_notification: { name: 'New order, to the farm', to: 'farm' },
  morning_news: { name: 'Morning e-mail, to the farm', to: 'farm' },
  contact_message: { name: 'Message from the website, to the farm', to: 'farm', isAboutMessage: true },
  tracking: {
    name: 'Tracking number',
    to: 'buyer',
    undelivered: 'The e-mail with the tracking number',
    keys: ['order'],
    waits: true,
  },
  refund: { name: 'Refund', to: 'buyer', undelivered: 'The e-mail about the refund' },
  order_change: {
    name: 'Changed order',
    to: 'buyer',
    undelivered: 'The e-mail about the change',
    keys: ['order'],
    waits: true,
  },
  buyer_change: { name: 'Order changed by its buyer, to the farm', to: 'farm' },
  service_notice: { name: 'News of the website, to the farm', to: 'farm' },
  message_answer: { name: 'Answer to a message', to: 'visitor', isAboutMessage: true },
  payment_request: {
    name: 'Request to pay, after a call',
    to: 'buyer',
    undelivered: 'The request to pay',
    keys: ['order', 'payment'],
  },
  payment_reminder: {
    name: 'Reminder of a bank transfer',
    to: 'buyer',
    undelivered: 'The reminder of the bank transfer',
    keys: ['order'],
  },
  payment_lapsed: {
    name: 'Order let go: its bank transfer never came',
    to: 'buyer',
    undelivered: 'The e-mail that the order has lapsed',
  },
} as const satisfies Record<string, MailKindRow>;

export type MailKind = keyof typeof MAILS;
export const MAIL_KINDS = Object.keys(MAILS) as readonly MailKind[];

/** The row of a kind, with all that rows may have. */
export function readMailKind(kind: MailKind): MailKindRow {
  return MAILS[kind];
}

export const MESSAGE_MAILS = MAIL_KINDS.filter((kind) => readMailKind(kind).isAboutMessage);
