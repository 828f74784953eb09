import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { DeliveryArea } from '#domain/delivery/delivery-area.ts';
import { labelWeekWithin } from '#domain/delivery/weeks.ts';
import { formatAmount, multiplyPence, type Pence, parsePounds, toPounds } from '#domain/money.ts';
import { findLargestQuantity, formatBoxes, tooManyBoxesMessage } from '#domain/quantity.ts';
import { showFieldError } from '#forms/show-problem.ts';
import { ApiError } from '../../browser/api-client.ts';
import { completeOrder } from '../../browser/complete-order.ts';
import {
  explainRefusal,
  PaymentFailure,
  readReturn,
  type Stage,
  startFoliagePayment,
} from '../../browser/payment.ts';
import { keepDraft } from '../../browser/storage.ts';
import {
  FOLIAGE_DRAFT_KEY,
  type FoliageChoice,
  KEPT_FOLIAGE,
  openFoliage,
  readFoliage,
} from '../../browser/stored-order.ts';
import { takeFocus } from '../take-focus.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { showToast } from '../toasts/toast-store.ts';
import { describeDelivery } from './DeliveryFields.tsx';
import { OrderCompletion } from './OrderCompletion.tsx';
import { PriceChanged } from './OrderSummary.tsx';
import { CardFormStatus, PayForm } from './PayForm.tsx';
import { useChoice } from './use-choice.ts';
import { usePayments } from './use-payments.ts';
import { usePurchase } from './use-purchase.ts';
import { WalletPay } from './WalletPay.tsx';
import '../../styles/forms.css';
import '../../styles/panels.css';
import './checkout.css';

// The same checkout on the foliage page, where boxes and week are chosen and the address is entered with the card. It is
// an island because wallets and cards belong to the provider's script, the total follows the quantity, and the wallet
// needs the chosen week. Without JavaScript nothing can be paid here. The page says so, with the phone number and a link
// to the branch box order form, which works without it.

interface Props {
  /** The price per box when the site was built. */
  readonly builtPrice: Pence;
  readonly weeks: readonly { readonly id: string; readonly label: string }[];
  readonly area: DeliveryArea;
  /** The fields for quantity and week, as rendered by the server. */
  readonly children?: ReactNode;
}

/** What the service needs of a purchase that is paid for. */
interface Bought {
  readonly attemptId: string;
}

const CHOOSING: Stage<Bought> = { name: 'choosing' };

/** The foliage order of section 4: how many boxes, which week, and the payment by wallet or card. */
export function FoliagePayment({ builtPrice, weeks, area, children }: Props) {
  const { phone } = area;
  const [unitPrice, setUnitPrice] = useState(builtPrice);
  const [hasWallet, setWallet] = useState<boolean | null>(null);
  const [isMounted, setMounted] = useState(false);
  /** The order number of an earlier payment that was found instead of making a new one. */
  const [earlierOrder, setEarlierOrder] = useState<string | null>(null);
  useEffect(() => setMounted(true), []);

  const fields = useChoice({ quantity: 1, deliveryWeek: weeks[0]?.id ?? '' });
  const { form, choice, read, tidy, choose } = fields;
  const payments = usePayments();
  const refuse = (messages: Readonly<Record<string, string>>) => {
    for (const [name, controlId] of Object.entries(CONTROL_IDS)) {
      if (form.current) showFieldError(form.current, { controlId, message: messages[name] });
    }
  };
  const purchase = usePurchase<Bought>({
    phone,
    isQuoted: true,
    first: CHOOSING,
    open: () => resume(choose),
    kept: KEPT_FOLIAGE,
    // Not /success, which is a static page: the order is completed here first.
    returnPath: ({ attemptId }) => `${location.pathname}?payment=success&attempt=${attemptId}`,
    leave: (order) => {
      keepDraft(FOLIAGE_DRAFT_KEY, null);
      // `replace`, because the back button must not lead to something already paid for. /success promises the chosen
      // week and a confirmation; where either waits, the buyer's own page says so.
      const isWaiting = order.weekLoss || order.isProcessing;
      location.replace((isWaiting && order.manageOrder) || '/success');
    },
    onFailure: ({ cause }) => {
      const answer = cause instanceof ApiError ? cause : undefined;
      const newPrice = answer?.code === 'price_changed' ? parsePounds(answer.body.unitPrice) : null;
      if (newPrice !== null) setUnitPrice(newPrice);
      refuse(answer?.fields ?? {});
    },
  });
  const { stage, isBusy } = purchase;

  /** @throws PaymentFailure */
  const start = async (chosen: FoliageChoice) => {
    setEarlierOrder(null);
    try {
      return await startFoliagePayment(chosen);
    } catch (cause) {
      const { code, error, body } = cause instanceof ApiError ? cause : {};
      const paymentIntentId = body?.paymentIntentId;
      if (code === 'already_paid' && typeof paymentIntentId === 'string') {
        const { attemptId } = openFoliage(chosen);
        const order = await completeOrder({ attemptId }, paymentIntentId, KEPT_FOLIAGE).catch(() => null);
        // Tried again there, for as long as it takes.
        if (order === null) purchase.enter({ name: 'paid', purchase: { attemptId }, paymentIntentId });
        else setEarlierOrder(order.orderNumber);
      }
      throw new PaymentFailure({ description: error ?? 'Failed to create payment' }, { cause });
    }
  };

  const total =
    choice.quantity <= findLargestQuantity(unitPrice) ? multiplyPence(unitPrice, choice.quantity) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: What was refused is forgotten when another choice is made.
  useEffect(
    () => refuse(total === null ? { quantity: tooManyBoxesMessage(unitPrice) } : {}),
    [choice, total === null],
  );

  // The pressed button has disappeared, and the focus with it.
  const shown = useRef(stage.name);
  useEffect(() => {
    if (stage.name === 'choosing' && shown.current !== 'choosing')
      form.current?.querySelector('input')?.focus();
    shown.current = stage.name;
  }, [stage.name, form]);

  const payWithCard = (event: SubmitEvent) => {
    event.preventDefault();
    tidy();
    void purchase.run(async () => {
      const payment = await start({ ...choice, unitPrice: toPounds(unitPrice) });
      if (payments.status === 'failed') payments.retry();
      purchase.enter({ name: 'ready', purchase: { attemptId: payment.attemptId }, payment });
    });
  };

  const isChoosing = stage.name === 'choosing';
  return (
    <div className="form-frame foliage">
      <form
        className="form"
        ref={form}
        hidden={!isChoosing}
        noValidate
        onInput={read}
        onChange={tidy}
        onSubmit={payWithCard}
      >
        {/* The choice must not change while it is being paid for. */}
        <div className="foliage-choice" inert={isBusy}>
          {children}
        </div>
        <p className="foliage-total">
          <span>Total</span>
          <output htmlFor={Object.values(CONTROL_IDS).join(' ')}>
            {total === null ? '–' : formatAmount(total)}
          </output>
        </p>
        {unitPrice !== builtPrice && <PriceChanged known={builtPrice} now={unitPrice} />}
        {earlierOrder !== null && (
          <p className="callout" role="status">
            These boxes have been paid for already: your order {earlierOrder} is with us, and nothing more has
            been charged. To order the same again, pay once more.
          </p>
        )}
        {isChoosing && payments.stripe !== null && total !== null && (
          <div className={hasWallet ? 'foliage-wallet' : 'foliage-wallet absent'}>
            <WalletPay
              stripe={payments.stripe}
              fields={fields}
              unitPrice={toPounds(unitPrice)}
              total={total}
              captureMethod={fields.readCapture()}
              area={area}
              purchase={purchase}
              start={start}
              onAvailable={setWallet}
            />
            <p className="foliage-or">
              <span>Or</span>
            </p>
          </div>
        )}
        {isChoosing && <Toaster />}
        <button
          className="button"
          type="submit"
          disabled={!isMounted || isBusy || total === null}
          aria-describedby={HINT_ID}
        >
          {isBusy ? 'Processing...' : 'Pay with Card'}
        </button>
        <p className="hint foliage-hint" id={HINT_ID}>
          {!isMounted && 'One moment, the payment is loading.'}
          {isMounted && (hasWallet === false || payments.status === 'failed') && NO_WALLET}
        </p>
        {payments.status === 'slow' && (
          <CardFormStatus status="slow" phone={phone} onRetry={payments.retry} />
        )}
      </form>
      {stage.name === 'ready' && (
        <section className="foliage-card" aria-labelledby="pay-heading">
          <h2 id="pay-heading" tabIndex={-1} ref={takeFocus}>
            Pay with card
          </h2>
          <p className="foliage-order">
            {formatBoxes(stage.payment.quantity)}, {labelWeekWithin(choice.deliveryWeek)}:{' '}
            <strong>£{stage.payment.amount}</strong>, delivery included
          </p>
          <button
            className="button quiet"
            type="button"
            disabled={isBusy}
            onClick={() => purchase.enter(CHOOSING)}
          >
            Change quantity or week
          </button>
          <PayForm
            labelledBy="pay-heading"
            amount={stage.payment.amount}
            clientSecret={stage.payment.clientSecret}
            payments={payments}
            options={CARD_ONLY}
            phone={phone}
            isBusy={isBusy}
            delivery={describeDelivery(area)}
            onPay={(elements, delivery) =>
              void purchase.pay(stage, { stripe: payments.stripe, elements, delivery })
            }
            onFailure={() => {
              const description = 'Manual payment flow not yet implemented. Please use wallet payment.';
              showToast({ title: 'Manual Payment', description, variant: 'destructive', stays: true });
            }}
          />
        </section>
      )}
      {purchase.completion && <OrderCompletion Heading="h2" {...purchase.completion} />}
    </div>
  );
}

/** After a return from the bank, a reload, or going back: an order that is already paid for. */
async function resume(choose: (choice: FoliageChoice) => void): Promise<Stage<Bought> | null> {
  const returned = readReturn(location.search);
  const known = readFoliage();
  if (!returned?.hasFailed) {
    const { paymentIntentId, attemptId } = returned ?? known ?? {};
    const purchase = attemptId === undefined ? null : { attemptId };
    return paymentIntentId === undefined ? null : { name: 'paid', purchase, paymentIntentId };
  }
  if (known?.attemptId === returned.attemptId && known) choose(known);
  history.replaceState(null, '', location.pathname);
  throw new PaymentFailure({ description: await explainRefusal(returned.clientSecret) });
}

/** Wallets have their own button, which includes the delivery week. */
const CARD_ONLY = { wallets: { applePay: 'never', googlePay: 'never' } } as const;

const HINT_ID = 'foliage-hint';
const NO_WALLET = 'Apple Pay and Google Pay require compatible devices and browsers';

/** The page's control ids, by the service's field names. */
const CONTROL_IDS = { quantity: 'foliage-quantity', deliveryWeek: 'foliage-week' } as const;
