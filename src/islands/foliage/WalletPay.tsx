import { Elements, ExpressCheckoutElement, useElements } from '@stripe/react-stripe-js';
import type {
  Stripe,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js';
import { readFoliageDelivery } from '#domain/foliage-delivery.ts';
import type { Pence } from '#domain/money.ts';
import { useAppearance } from '../payment/use-appearance.ts';
import { confirmPayment, PaymentFailure } from './payment-steps.ts';
import type { Choice } from './use-choice.ts';
import type { Purchase } from './use-purchase.ts';

/** A delivery week as the page shows it. */
export interface WeekOption {
  readonly id: string;
  readonly label: string;
}

interface Props {
  readonly stripe: Stripe;
  readonly choice: Choice;
  readonly weeks: readonly WeekOption[];
  readonly unitPrice: string;
  readonly total: Pence;
  readonly phone: string;
  readonly purchase: Purchase;
  /** What there is may change while the page is open. */
  readonly onAvailable: (isAvailable: boolean) => void;
  readonly onWeek: (id: string) => void;
}

const NAME = 'Nordmann Foliage';

/** Section 7, wallet. Wallets only: what leads to other payment pages has no place in the specified flow. */
const OPTIONS: StripeExpressCheckoutElementOptions = {
  business: { name: NAME },
  emailRequired: true,
  shippingAddressRequired: true,
  allowedShippingCountries: ['GB'],
  buttonHeight: 48,
  paymentMethods: { link: 'never', amazonPay: 'never', klarna: 'never', paypal: 'never' },
};

/** The quick-pay button of a phone's wallet. Nothing is seen of it where the browser has none. */
export function WalletPay({ stripe, total, ...rest }: Props) {
  const appearance = useAppearance();
  return (
    <Elements stripe={stripe} options={{ mode: 'payment', amount: total, currency: 'gbp', appearance }}>
      <WalletButton stripe={stripe} total={total} {...rest} />
    </Elements>
  );
}

function WalletButton({
  stripe,
  choice,
  weeks,
  unitPrice,
  total,
  phone,
  purchase,
  onAvailable,
  onWeek,
}: Props) {
  const elements = useElements();

  const pay = async (event: StripeExpressCheckoutElementConfirmEvent) => {
    if (!elements) throw new Error('The wallet has no elements.');
    const delivery = readDelivery(event);
    const deliveryWeek = event.shippingRate?.id ?? choice.deliveryWeek;
    onWeek(deliveryWeek);
    const { error } = await elements.submit();
    if (error) throw new PaymentFailure(error.message ?? 'Failed to create payment');
    const payment = await purchase.start({ quantity: choice.quantity, deliveryWeek, unitPrice });
    const paymentIntentId = await confirmPayment({ stripe, elements, payment, delivery, phone });
    await purchase.finish({ paymentIntentId, attemptId: payment.attemptId });
  };

  return (
    <ExpressCheckoutElement
      options={OPTIONS}
      onReady={({ availablePaymentMethods: methods }) =>
        onAvailable(methods?.applePay === true || methods?.googlePay === true)
      }
      onAvailablePaymentMethodsChange={({ paymentMethods: methods }) =>
        onAvailable(methods?.applePay?.available === true || methods?.googlePay?.available === true)
      }
      onLoadError={() => onAvailable(false)}
      onClick={({ resolve, reject }) => {
        const shippingRates = listRates(weeks, choice);
        if (purchase.isBusy) reject();
        else resolve({ lineItems: [{ name: NAME, amount: total }], shippingRates });
      }}
      onShippingRateChange={({ shippingRate, resolve }) => {
        onWeek(shippingRate.id);
        resolve();
      }}
      onConfirm={(event) =>
        purchase.run(
          () => pay(event),
          ({ message, isAddress }) =>
            event.paymentFailed({ reason: isAddress ? 'invalid_shipping_address' : 'fail', message }),
        )
      }
    />
  );
}

/** One free rate for each week; the chosen one first, because that is the one which wallets preselect. */
function listRates(weeks: readonly WeekOption[], { deliveryWeek }: Choice) {
  const chosenFirst = [...weeks].sort((one, other) => rank(one) - rank(other));
  return chosenFirst.map(({ id, label }) => ({
    id,
    amount: 0,
    displayName: label,
    deliveryEstimate: 'Delivery that week',
  }));

  function rank({ id }: WeekOption): number {
    return id === deliveryWeek ? 0 : 1;
  }
}

/**
 * Looked at only now: before the payment, wallets tell no more than the beginning of a British postcode.
 * @throws PaymentFailure for an address that is no full British one
 */
function readDelivery({ shippingAddress, billingDetails }: StripeExpressCheckoutElementConfirmEvent) {
  const address = shippingAddress?.address;
  const reading = readFoliageDelivery({
    name: shippingAddress?.name ?? billingDetails?.name ?? '',
    email: billingDetails?.email ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    region: address?.state,
    postcode: address?.postal_code ?? '',
    country: address?.country,
  });
  if ('delivery' in reading) return reading.delivery;
  throw new PaymentFailure(Object.values(reading.problems)[0] ?? '', { isAddress: true });
}
