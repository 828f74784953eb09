import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { DeliveryArea } from '#domain/delivery/delivery-area.ts';
import { formatAmount, formatPrice, multiplyPence, type Pence, toPounds } from '#domain/money.ts';
import { findLargestQuantity, tooManyBoxesMessage } from '#domain/quantity.ts';
import { showFieldError } from '#forms/show-problem.ts';
import { completeFoliage } from '../../browser/complete-order.ts';
import { keepEntries } from '../../browser/foliage-storage.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { showToast } from '../toasts/toast-store.ts';
import { CardPay } from './CardPay.tsx';
import { OrderCompletion } from './OrderCompletion.tsx';
import { CardFormStatus } from './problems.tsx';
import { useChoice } from './use-choice.ts';
import { usePayments } from './use-payments.ts';
import { CHOOSING, usePurchase } from './use-purchase.ts';
import { WalletPay } from './WalletPay.tsx';
import '../../styles/forms.css';
import '../../styles/panels.css';
import './checkout.css';

// The foliage payment is an island because wallets and cards belong to the provider's script, the total follows the
// quantity, and the wallet needs the chosen week. Without JavaScript nothing can be paid here. The page says so, with
// the phone number and a link to the branch box order form, which works without it.

interface Props {
  /** The price per box when the site was built. */
  readonly builtPrice: Pence;
  readonly weeks: readonly { readonly id: string; readonly label: string }[];
  readonly captureMethod: 'automatic' | 'manual';
  readonly area: DeliveryArea;
  /** The fields for quantity and week, as rendered by the server. */
  readonly children?: ReactNode;
}

/** The foliage order of section 4: how many boxes, which week, and the payment by wallet or card. */
export function FoliagePayment({ builtPrice, weeks, captureMethod, area, children }: Props) {
  const { phone } = area;
  const [unitPrice, setUnitPrice] = useState(builtPrice);
  const [hasWallet, setWallet] = useState<boolean | null>(null);
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

  const fields = useChoice({ quantity: 1, deliveryWeek: weeks[0]?.id ?? '' });
  const { form, choice, read, tidy, choose } = fields;
  const payments = usePayments();
  const refuse = (fields: Readonly<Record<string, string>>) => {
    for (const [name, controlId] of Object.entries(CONTROL_IDS)) {
      if (form.current) showFieldError(form.current, { controlId, message: fields[name] });
    }
  };
  const purchase = usePurchase({
    phone,
    onPriceChange: setUnitPrice,
    onRefusedFields: refuse,
    onReturn: choose,
  });
  const { stage, isBusy, earlierOrder } = purchase;

  const total =
    choice.quantity <= findLargestQuantity(unitPrice) ? multiplyPence(unitPrice, choice.quantity) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: What was refused is forgotten when another choice is made.
  useEffect(
    () => refuse(total === null ? { quantity: tooManyBoxesMessage(unitPrice) } : {}),
    [choice, total === null],
  );

  const isChoosing = stage.name === 'choosing';
  const wasChoosing = useRef(true);
  useEffect(() => {
    if (isChoosing && !wasChoosing.current) form.current?.querySelector('input')?.focus();
    wasChoosing.current = isChoosing;
  }, [isChoosing, form]);

  const payWithCard = (event: FormEvent) => {
    event.preventDefault();
    tidy();
    void purchase.run(async () => {
      const { deliveryWeek } = choice;
      const payment = await purchase.start({ ...choice, unitPrice: toPounds(unitPrice) });
      if (payments.status === 'failed') payments.retry();
      purchase.setStage({ name: 'card', payment, deliveryWeek });
    });
  };

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
        {unitPrice !== builtPrice && (
          <p className="callout" role="status">
            The price has changed: a box now costs {formatPrice(unitPrice)}, not {formatPrice(builtPrice)}.
            Please check the new total. Nothing has been charged.
          </p>
        )}
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
              captureMethod={captureMethod}
              area={area}
              purchase={purchase}
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
          <CardFormStatus page="foliage" status="slow" phone={phone} onRetry={payments.retry} />
        )}
      </form>
      {stage.name === 'card' && (
        <CardPay
          payment={stage.payment}
          weekLabel={weeks.find(({ id }) => id === stage.deliveryWeek)?.label ?? stage.deliveryWeek}
          payments={payments}
          area={area}
          purchase={purchase}
        />
      )}
      {stage.name === 'paid' && (
        <OrderCompletion
          page="foliage"
          paymentIntentId={stage.paid.paymentIntentId}
          phone={phone}
          complete={() => completeFoliage(stage.paid)}
          onCompleted={() => {
            keepEntries(null);
            // `replace`, because the back button must not lead to something already paid for.
            location.replace('/success');
          }}
          onUnpaid={(description) => {
            purchase.setStage(CHOOSING);
            showToast({ title: 'Payment Failed', description, variant: 'destructive', stays: true });
          }}
        />
      )}
      {stage.name === 'paid' && <Toaster />}
    </div>
  );
}

const HINT_ID = 'foliage-hint';
const NO_WALLET = 'Apple Pay and Google Pay require compatible devices and browsers';

/** The page's control ids, by the service's field names. */
const CONTROL_IDS = { quantity: 'foliage-quantity', deliveryWeek: 'foliage-week' } as const;
