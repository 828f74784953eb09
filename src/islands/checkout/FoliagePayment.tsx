import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DeliveryArea } from '#domain/delivery/delivery-area.ts';
import { formatPrice, multiplyPence, type Pence, toPounds } from '#domain/money.ts';
import { findLargestQuantity, tooManyBoxesSentence } from '#domain/quantity.ts';
import { showFieldError } from '../../browser/form-errors.ts';
import { giveUpOnScript } from '../../browser/load-stripe.ts';
import '../../styles/forms.css';
import '../../styles/panels.css';
import { CardPay } from './CardPay.tsx';
import './foliage.css';
import { Toaster } from '../toasts/Toaster.tsx';
import { PaidPanel } from './PaidPanel.tsx';
import { PaymentHelp } from './PaymentHelp.tsx';
import { useChoice } from './use-choice.ts';
import { usePayments } from './use-payments.ts';
import { usePurchase } from './use-purchase.ts';
import { WalletPay } from './WalletPay.tsx';

// Why an island: wallets and cards are the provider's script, the total follows the quantity, and the wallet's week is
// the page's. Without JavaScript nothing can be paid here: the page says so, with the phone number and the way to the
// branch box order form, which needs none.

interface Props {
  /** The price of a box when the site was built. */
  readonly builtPrice: Pence;
  readonly weeks: readonly { readonly id: string; readonly label: string }[];
  readonly captureMethod: 'automatic' | 'manual';
  readonly area: DeliveryArea;
  /** The fields for quantity and week, as the server has rendered them. */
  readonly children?: ReactNode;
}

/** The foliage order of section 4: how many boxes, which week, and the payment by wallet or card. */
export function FoliagePayment({ builtPrice, weeks, captureMethod, area, children }: Props) {
  const { phone } = area;
  const [unitPrice, setUnitPrice] = useState(builtPrice);
  const [hasWallet, setWallet] = useState<boolean | null>(null);
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

  const { form, choice, read, tidy, listWeeks, choose } = useChoice({
    quantity: 1,
    deliveryWeek: weeks[0]?.id ?? '',
  });
  const { payments, retry } = usePayments();
  const retryPayments = () => {
    if (payments.status === 'slow') giveUpOnScript();
    retry();
  };
  const refuse = (fields: Readonly<Record<string, string>>) => {
    for (const [name, controlId] of Object.entries(CONTROL_IDS)) {
      if (form.current) showFieldError(form.current, { controlId, sentence: fields[name] });
    }
  };
  const purchase = usePurchase({
    phone,
    onPriceChange: setUnitPrice,
    onRefusedFields: refuse,
    onReturn: choose,
  });
  const { stage, isBusy, run } = purchase;

  const total =
    choice.quantity <= findLargestQuantity(unitPrice) ? multiplyPence(unitPrice, choice.quantity) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: What was refused is forgotten when another choice is made.
  useEffect(
    () => refuse(total === null ? { quantity: tooManyBoxesSentence(unitPrice) } : {}),
    [choice, total === null],
  );

  const isChoosing = stage.name === 'choosing';
  const wasChoosing = useRef(true);
  useEffect(() => {
    if (isChoosing && !wasChoosing.current) form.current?.querySelector('input')?.focus();
    wasChoosing.current = isChoosing;
  }, [isChoosing, form]);

  const payWithCard = () => {
    tidy();
    run(async () => {
      const payment = await purchase.start({ ...choice, unitPrice: toPounds(unitPrice) });
      if (payments.status === 'failed') retryPayments();
      purchase.showCard(payment, choice.deliveryWeek);
    });
  };
  const weekLabel = (id: string) => weeks.find((week) => week.id === id)?.label ?? id;

  return (
    <div className="form-frame foliage">
      <form
        className="form"
        ref={form}
        hidden={!isChoosing}
        noValidate
        onInput={read}
        onChange={tidy}
        onSubmit={(event) => {
          event.preventDefault();
          payWithCard();
        }}
      >
        {/* What is being paid for must not change meanwhile. */}
        <div className="foliage-choice" inert={isBusy}>
          {children}
        </div>
        <p className="foliage-total">
          <span>Total</span>
          <output htmlFor={Object.values(CONTROL_IDS).join(' ')}>
            {total === null ? '–' : `£${toPounds(total)}`}
          </output>
        </p>
        {unitPrice !== builtPrice && (
          <p className="callout" role="status">
            The price has changed: a box now costs {formatPrice(unitPrice)}, not {formatPrice(builtPrice)}.
            Please check the new total. Nothing has been charged.
          </p>
        )}
        {purchase.earlierOrder !== null && (
          <p className="callout" role="status">
            These boxes have been paid for already: your order {purchase.earlierOrder} is with us, and nothing
            more has been charged. To buy as many again, pay once more.
          </p>
        )}
        {isChoosing && payments.stripe !== null && total !== null && (
          <div className={hasWallet ? 'foliage-wallet' : 'foliage-wallet absent'}>
            <WalletPay
              stripe={payments.stripe}
              choice={choice}
              listWeeks={listWeeks}
              unitPrice={toPounds(unitPrice)}
              total={total}
              captureMethod={captureMethod}
              area={area}
              purchase={purchase}
              onAvailable={setWallet}
              onWeek={(deliveryWeek) => choose({ deliveryWeek })}
            />
            <p className="foliage-or">
              <span>Or</span>
            </p>
          </div>
        )}
        <button className="button" type="submit" disabled={!isMounted || isBusy || total === null}>
          {isBusy ? 'Processing...' : 'Pay with Card'}
        </button>
        {(hasWallet === false || payments.status === 'failed') && (
          <p className="hint">Apple Pay and Google Pay require compatible devices and browsers</p>
        )}
        {payments.status === 'slow' && <PaymentHelp status="slow" phone={phone} retry={retryPayments} />}
      </form>
      {stage.name === 'card' && (
        <CardPay
          payment={stage.payment}
          weekLabel={weekLabel(stage.deliveryWeek)}
          payments={payments}
          retry={retryPayments}
          area={area}
          purchase={purchase}
        />
      )}
      {(stage.name === 'finishing' || stage.name === 'unfinished') && (
        <PaidPanel
          unfinished={stage.name === 'unfinished' ? stage.paid : null}
          phone={phone}
          onRetry={(paid) => run(() => purchase.finish(paid))}
        />
      )}
      <Toaster />
    </div>
  );
}

/** The fields of the page, by the names that the service calls them. */
const CONTROL_IDS = { quantity: 'foliage-quantity', deliveryWeek: 'foliage-week' } as const;
