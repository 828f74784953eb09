import { Elements, ExpressCheckoutElement, useElements } from '@stripe/react-stripe-js';
import type {
  Stripe,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js';
import { type DeliveryArea, describeExclusion } from '#domain/delivery/delivery-area.ts';
import type { Pence } from '#domain/money.ts';
import { readFoliageDelivery } from '#domain/orders/foliage-delivery.ts';
import type { StartedPayment } from '#domain/orders/order-outcome.ts';
import { PaymentFailure } from '../../browser/payment.ts';
import type { FoliageChoice } from '../../browser/stored-order.ts';
import type { Choice, ChoiceFields, WeekOption } from './use-choice.ts';
import { useAppearance } from './use-payments.ts';
import type { usePurchase } from './use-purchase.ts';

interface Props {
  readonly stripe: Stripe;
  readonly fields: ChoiceFields;
  readonly unitPrice: string;
  readonly total: Pence;
  /** The same as the service's payments, because the provider refuses a wallet with another value. */
  readonly captureMethod: 'automatic' | 'manual';
  readonly area: DeliveryArea;
  readonly purchase: Pick<ReturnType<typeof usePurchase<{ attemptId: string }>>, 'isBusy' | 'run' | 'take'>;
  readonly start: (choice: FoliageChoice) => Promise<StartedPayment>;
  /** The available wallets may change while the page is open. */
  readonly onAvailable: (isAvailable: boolean) => void;
}

const NAME = 'Nordmann Foliage';

/** Section 7, wallet. Wallets only: links to other payment pages do not fit the specified flow. */
const OPTIONS: StripeExpressCheckoutElementOptions = {
  business: { name: NAME },
  emailRequired: true,
  shippingAddressRequired: true,
  allowedShippingCountries: ['GB'],
  buttonHeight: 48,
  paymentMethods: { link: 'never', amazonPay: 'never', klarna: 'never', paypal: 'never' },
};

/** The quick-pay button of a phone's wallet. It is invisible if the browser has no wallet. */
export function WalletPay(props: Props) {
  const { stripe, total: amount, captureMethod } = props;
  const appearance = useAppearance();
  return (
    <Elements
      stripe={stripe}
      options={{ mode: 'payment', amount, currency: 'gbp', captureMethod, appearance }}
    >
      <WalletButton {...props} buttonTheme={appearance.theme === 'night' ? 'white' : 'black'} />
    </Elements>
  );
}

/** @param buttonTheme what stands out from the page */
function WalletButton({ buttonTheme, ...props }: Props & { readonly buttonTheme: 'black' | 'white' }) {
  const { stripe, fields, unitPrice, total, area, purchase, start, onAvailable } = props;
  const { choice, listWeeks, choose } = fields;
  const elements = useElements();

  const pay = async (event: StripeExpressCheckoutElementConfirmEvent) => {
    if (!elements) throw new Error('The wallet has no elements.');
    const delivery = readDelivery(event, area);
    const deliveryWeek = event.shippingRate?.id ?? choice.deliveryWeek;
    choose({ deliveryWeek });
    const { error } = await elements.submit();
    if (error) throw new PaymentFailure({ description: error.message ?? 'Failed to create payment' });
    const payment = await start({ quantity: choice.quantity, deliveryWeek, unitPrice });
    await purchase.take(
      { payment, purchase: { attemptId: payment.attemptId } },
      { stripe, elements, delivery },
    );
  };

  return (
    <ExpressCheckoutElement
      options={{ ...OPTIONS, buttonTheme: { applePay: buttonTheme, googlePay: buttonTheme } }}
      onReady={({ availablePaymentMethods: methods }) =>
        onAvailable(methods?.applePay === true || methods?.googlePay === true)
      }
      onAvailablePaymentMethodsChange={({ paymentMethods: methods }) =>
        onAvailable(methods?.applePay?.available === true || methods?.googlePay?.available === true)
      }
      onLoadError={() => onAvailable(false)}
      onClick={({ resolve, reject }) => {
        const weeks = listWeeks();
        // With every week gone, none is chosen.
        const chosen = weeks.find(({ id }) => id === choice.deliveryWeek) ?? weeks[0];
        if (purchase.isBusy) return reject();
        if (chosen?.isGone) {
          reject();
          const description = `${chosen.label}: please choose another delivery week.`;
          return void purchase.run(() => Promise.reject(new PaymentFailure({ description })));
        }
        resolve({ lineItems: [{ name: NAME, amount: total }], shippingRates: listRates(weeks, choice) });
      }}
      onShippingAddressChange={({ address, resolve, reject }) => {
        if (describeExclusion(address.postal_code ?? '', area) === undefined) resolve();
        else reject();
      }}
      onShippingRateChange={({ shippingRate, resolve, reject }) => {
        if (listWeeks().find(({ id }) => id === shippingRate.id)?.isGone) return reject();
        choose({ deliveryWeek: shippingRate.id });
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

/**
 * One free rate for each week. The chosen week is first, because wallets preselect the first rate. An unavailable week
 * says so, and cannot be submitted.
 */
function listRates(weeks: readonly WeekOption[], { deliveryWeek }: Choice) {
  const rank = ({ id }: WeekOption) => (id === deliveryWeek ? 0 : 1);
  const chosenFirst = [...weeks].sort((one, other) => rank(one) - rank(other));
  return chosenFirst.map(({ id, label, isGone }) => ({
    id,
    amount: 0,
    displayName: label,
    deliveryEstimate: isGone ? 'No delivery' : 'Delivery that week',
  }));
}

/**
 * Checked only now, because before the payment wallets reveal only the start of a British postcode.
 * @throws PaymentFailure unless the address is a complete British one within the delivery area
 */
function readDelivery(
  { shippingAddress, billingDetails }: StripeExpressCheckoutElementConfirmEvent,
  area: DeliveryArea,
) {
  const address = shippingAddress?.address;
  const entries = {
    name: shippingAddress?.name ?? billingDetails?.name ?? '',
    email: billingDetails?.email ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    region: address?.state,
    postcode: address?.postal_code ?? '',
    country: address?.country,
  };
  const reading = readFoliageDelivery(entries, area);
  if ('delivery' in reading) return reading.delivery;
  throw new PaymentFailure({ description: Object.values(reading.problems)[0] ?? '' }, { isAddress: true });
}
