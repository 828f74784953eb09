import type { Kysely, Transaction } from 'kysely';
import type { Pence } from '#domain/money.ts';
import type { PaymentMode } from '#domain/payments/payment-mode.ts';
import type { Database } from '../db/schema.ts';
import type { Log } from '../http/log.ts';
import type { Payment, PaymentEvent, PaymentGateway } from '../payments/payment.ts';
import type { Catalogue } from '../site/catalogue.ts';
import type { OrderDetails } from './details.ts';
import type { DrawOrderNumber } from './order-identity.ts';
import type { Order } from './orders-repository.ts';

export interface RecordDependencies {
  readonly db: Kysely<Database>;
  readonly gateway: PaymentGateway;
  /** Of this data folder: payments of another world are none of its own. */
  readonly mode: PaymentMode;
  readonly clock: () => Date;
  readonly log: Log;
  readonly getCatalogue: () => Pick<Catalogue, 'weeks' | 'deliveryArea'>;
  /** Writes the mails about a paid order into the outbox, each once however often it is called. */
  readonly enqueueOrderMails: (trx: Transaction<Database>, order: Order, now: Date) => Promise<void>;
  /** Writes the mail about a refund of so many pence into the outbox, for an order that holds it already. */
  readonly enqueueRefundMail: (
    trx: Transaction<Database>,
    order: Order,
    pence: Pence,
    now: Date,
  ) => Promise<void>;
  /** Writes the mail that somebody tries out cards into the outbox, once for each name. */
  readonly enqueueCardNotice: (trx: Transaction<Database>, name: string, now: Date) => Promise<void>;
  /** Called after the commit of something that may have put mails into the outbox. */
  readonly wakeOutbox: () => void;
  /** Injected in tests that want two orders to draw the same one. */
  readonly drawOrderNumber?: DrawOrderNumber;
}

export interface Report {
  /** Fresh from Stripe: what a webhook's body or a browser says is only a reason to ask. */
  readonly payment: Payment;
  /** The webhook's event, remembered in the same transaction as its effect. */
  readonly event?: PaymentEvent;
  /** What the buyer's page knows of the delivery; fills what is not known, changes nothing else. */
  readonly given?: OrderDetails;
  /** Whether the card network has warned that the payment is a fraud. */
  readonly isFraudWarned?: boolean;
}

export type Recorded =
  | {
      readonly outcome: 'recorded';
      readonly order: Order;
      /** Its money could not be taken yet: the same report again tries it again. */
      readonly isUncaptured?: boolean;
    }
  /** There is no order: nothing has been paid. */
  | { readonly outcome: 'unpaid' }
  /** The card had the money, which was not taken: the last boxes were sold meanwhile, or the order has another payment. */
  | { readonly outcome: 'not_taken' }
  /** The payment does not bear this shop's mark, or is of another world. */
  | { readonly outcome: 'foreign' }
  /** The event has been dealt with before. */
  | { readonly outcome: 'repeated' };

export type RecordPayment = (report: Report) => Promise<Recorded>;
