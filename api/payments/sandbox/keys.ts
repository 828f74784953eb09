/** What the sandbox takes in place of Stripe's own keys. Public knowledge: nothing of value hangs on them. */
export const SANDBOX_SECRET_KEY = 'sk_test_sandbox';
export const SANDBOX_PUBLISHABLE_KEY = 'pk_test_sandbox';
export const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox';

/** For every page on which a card can be entered while the sandbox stands in for Stripe. */
export const SANDBOX_BANNER = 'Payment sandbox: no money moves.';

/** Where the service mounts the sandbox's browser half, and the sandbox its own copy of the pages. */
export const SANDBOX_MOUNT = '/payment-sandbox';
