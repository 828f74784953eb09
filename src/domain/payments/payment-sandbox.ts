/**
 * The payment sandbox, as pages and service both know it: it stands in for Stripe while no keys are set
 * (decisions.md, stubs).
 */

/** For every page on which something can be paid for while the sandbox stands in for Stripe. */
export const SANDBOX_BANNER = 'Payment sandbox: no money moves.';

/** Where the service mounts the sandbox's browser half, and the sandbox its own copy of the pages. */
export const SANDBOX_MOUNT = '/payment-sandbox';

/** What stands for Stripe's publishable key. Public knowledge: nothing of value hangs on it. */
export const SANDBOX_PUBLISHABLE_KEY = 'pk_test_sandbox';
