/** The outcome of charging a test card. Declines carry Stripe's codes and message. */
export type CardOutcome =
  | { readonly kind: 'succeeds' | 'asks_for_authentication' }
  | { readonly kind: 'settles_later'; readonly asSuccess: boolean }
  | {
      readonly kind: 'declined';
      readonly code: string;
      readonly declineCode: string;
      readonly message: string;
    };

export interface TestCard {
  readonly number: string;
  /** The payment method that means the card in calls of the server, as in Stripe's list. */
  readonly id: string;
  readonly outcome: CardOutcome;
}

function decline(declineCode: string, message: string): CardOutcome {
  return { kind: 'declined', code: 'card_declined', declineCode, message };
}

/**
 * Stripe's test cards, except the two that settle later: Stripe has no card whose payment stays `processing`, so
 * its numbers for a lost and a stolen card do that here.
 */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', id: 'pm_card_visa', outcome: { kind: 'succeeds' } },
  {
    number: '4000002500003155',
    id: 'pm_card_authenticationRequired',
    outcome: { kind: 'asks_for_authentication' },
  },
  {
    number: '4000000000009987',
    id: 'pm_card_settlesLater',
    outcome: { kind: 'settles_later', asSuccess: true },
  },
  {
    number: '4000000000009979',
    id: 'pm_card_failsLater',
    outcome: { kind: 'settles_later', asSuccess: false },
  },
  {
    number: '4000000000000002',
    id: 'pm_card_chargeDeclined',
    outcome: decline('generic_decline', 'Your card was declined.'),
  },
  {
    number: '4000000000009995',
    id: 'pm_card_chargeDeclinedInsufficientFunds',
    outcome: decline('insufficient_funds', 'Your card has insufficient funds.'),
  },
];

/** Any other card counts as a real one, which Stripe's test mode refuses. */
export const REAL_CARD_OUTCOME = decline(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card.',
);

/** The sandbox's keys. They are public and protect nothing. */
export const SANDBOX_SECRET_KEY = 'sk_test_sandbox';
export const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox';
