import { SANDBOX_PUBLISHABLE_KEY } from '../../src/domain/payments/payment-provider.ts';

interface Options {
  /** The number of a test card; 4242… when not given. */
  readonly card?: string;
  /** More parameters of the confirmation, such as the shipping. */
  readonly more?: Readonly<Record<string, string>>;
}

/**
 * Pays as the card form does: through the service, with the publishable key.
 * @returns the status of the payment
 */
export async function confirmByCard(
  url: string,
  clientSecret: string,
  { card = '4242424242424242', more = {} }: Options = {},
): Promise<string> {
  const [paymentIntentId] = clientSecret.split('_secret_');
  const response = await fetch(`${url}/payment-sandbox/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${SANDBOX_PUBLISHABLE_KEY}`, Origin: url },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
      ...more,
    }),
  });
  const { status } = (await response.json()) as { status?: string };
  return String(status);
}
