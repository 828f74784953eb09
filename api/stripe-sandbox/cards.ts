/** The outcome of charging a test card. Declines carry Stripe's codes and message. */
export type CardOutcome =
  | { readonly kind: 'succeeds' | 'asks_for_authentication' | 'disputed' }
  | { readonly kind: 'settles_later'; readonly asSuccess: boolean }
  | {
      readonly kind: 'declined';
      readonly code: string;
      readonly declineCode?: string;
      readonly message: string;
    };

export interface TestCard {
  readonly number: string;
  readonly brand: 'amex' | 'mastercard' | 'visa';
  readonly outcome: CardOutcome;
  /** Ids of the payment methods that mean the card in calls of the server, as in Stripe's list. */
  readonly ids: readonly string[];
}

function decline(code: string, declineCode: string | undefined, message: string): CardOutcome {
  return { kind: 'declined', code, message, ...(declineCode === undefined ? {} : { declineCode }) };
}

const DECLINED = 'Your card was declined.';

/**
 * Stripe's test cards, except the two that settle later: Stripe has no card whose payment stays `processing`, so
 * its numbers for a lost and a stolen card do that here.
 */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', outcome: { kind: 'succeeds' }, ids: ['pm_card_visa'] },
  { number: '4000056655665556', brand: 'visa', outcome: { kind: 'succeeds' }, ids: ['pm_card_visa_debit'] },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    outcome: { kind: 'succeeds' },
    ids: ['pm_card_mastercard'],
  },
  { number: '378282246310005', brand: 'amex', outcome: { kind: 'succeeds' }, ids: ['pm_card_amex'] },
  {
    number: '4000002500003155',
    brand: 'visa',
    outcome: { kind: 'asks_for_authentication' },
    ids: [
      'pm_card_authenticationRequired',
      'pm_card_authenticationRequiredOnSetup',
      'pm_card_threeDSecure2Required',
    ],
  },
  {
    number: '4000000000009987',
    brand: 'visa',
    outcome: { kind: 'settles_later', asSuccess: true },
    ids: ['pm_card_settlesLater'],
  },
  {
    number: '4000000000009979',
    brand: 'visa',
    outcome: { kind: 'settles_later', asSuccess: false },
    ids: ['pm_card_failsLater'],
  },
  {
    number: '4000000000000259',
    brand: 'visa',
    outcome: { kind: 'disputed' },
    ids: ['pm_card_createDispute'],
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    outcome: decline('card_declined', 'generic_decline', DECLINED),
    ids: ['pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'],
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    outcome: decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
    ids: ['pm_card_visa_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedInsufficientFunds'],
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    outcome: decline('expired_card', undefined, 'Your card has expired.'),
    ids: ['pm_card_chargeDeclinedExpiredCard'],
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    outcome: decline('incorrect_cvc', undefined, "Your card's security code is incorrect."),
    ids: ['pm_card_chargeDeclinedIncorrectCvc'],
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    outcome: decline(
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ),
    ids: ['pm_card_chargeDeclinedProcessingError'],
  },
];

/** Any other card counts as a real one, which Stripe's test mode refuses. */
export const REAL_CARD_OUTCOME = decline(
  'card_declined',
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card.',
);

export function findCard(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number);
}

export function findCardById(id: string): TestCard | undefined {
  return TEST_CARDS.find(({ ids }) => ids.includes(id));
}

/** The Luhn check that every card number passes. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The sandbox's keys. They are public and protect nothing. */
export const SANDBOX_SECRET_KEY = 'sk_test_sandbox';
export const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox';
