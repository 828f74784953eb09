import type { Kysely, Transaction } from 'kysely';
import type { PaymentMode } from '#domain/payments/payment-mode.ts';
import type { Database } from '../../db/schema.ts';
import type { Log } from '../../http/log.ts';
import type { Payment, PaymentEvent, PaymentGateway } from '../../payments/payment.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import type { EnqueueChangeMails } from '../change-order.ts';
import type { OrderDetails } from '../details.ts';
import type { DrawOrderNumber } from '../order-identity.ts';
import type { Order } from '../orders-repository.ts';
import type { NewRefund } from '../refunded-boxes.ts';

export interface RecordDependencies {
  readonly db: Kysely<Database>;
  readonly gateway: PaymentGateway;
  /** The mode of this data folder. Payments of other modes are ignored. */
  readonly mode: PaymentMode;
  readonly clock: () => Date;
  readonly log: Log;
  readonly getCatalogue: () => Pick<Catalogue, 'weeks' | 'deliveryArea'>;
  /** Queues the mails about a paid order, each only once. */
  readonly enqueueOrderMails: (trx: Transaction<Database>, order: Order, now: Date) => Promise<void>;
  /** Queues the mail about a refund. The order already includes the refund. */
  readonly enqueueRefundMail: (
    trx: Transaction<Database>,
    order: Order,
    refund: NewRefund,
    now: Date,
  ) => Promise<void>;
  /** Queues the mails about boxes that were added to an order. */
  readonly enqueueChangeMails: EnqueueChangeMails;
  /** Queues the warning about card testing, once per name. */
  readonly enqueueCardNotice: (trx: Transaction<Database>, name: string, now: Date) => Promise<void>;
  /** Called after a commit that may have added mails to the outbox. */
  readonly wakeOutbox: () => void;
  /** For tests that need two orders to draw the same number. */
  readonly drawOrderNumber?: DrawOrderNumber;
}

export interface Report {
  /** Freshly read from Stripe. The body of a webhook or a browser's request is only a reason to ask. */
  readonly payment: Payment;
  /** The webhook's event, stored in the same transaction as its effect. */
  readonly event?: PaymentEvent;
  /** The delivery details from the buyer's page. They only fill in unknown details. */
  readonly given?: OrderDetails;
  /** Whether the card network has warned that the payment is fraudulent. */
  readonly isFraudWarned?: boolean;
}

export type Recorded =
  | {
      readonly outcome: 'recorded';
      readonly order: Order;
      /** The payment could not be captured yet. The same report tries it again. */
      readonly isUncaptured?: boolean;
    }
  /** There is no order, because nothing has been paid. */
  | { readonly outcome: 'unpaid' }
  /** The card was authorised but not charged: the last boxes were sold meanwhile, or the order has another payment. */
  | { readonly outcome: 'not_taken' }
  /** The payment has no mark of this shop, or another mode. */
  | { readonly outcome: 'foreign' }
  /** The event has already been handled. */
  | { readonly outcome: 'repeated' };

export type RecordPayment = (report: Report) => Promise<Recorded>;
