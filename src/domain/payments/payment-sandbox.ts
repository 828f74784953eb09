/**
 * Constants of the payment sandbox for pages and service. The sandbox replaces Stripe while no keys are set
 * (decisions.md, stubs).
 */

/** Shown on every page with payments while the sandbox replaces Stripe. */
export const SANDBOX_BANNER = 'Payment sandbox: no money moves.';

/** Shown beside it: why weeks can be chosen that are over. */
export const SANDBOX_WEEKS = 'Its delivery weeks are samples, and stay on sale after their dates.';

/** Where the service mounts the sandbox's browser half, and the sandbox its own copy of the pages. */
export const SANDBOX_MOUNT = '/payment-sandbox';

/** Replaces Stripe's publishable key. It is public and protects nothing. */
export const SANDBOX_PUBLISHABLE_KEY = 'pk_test_sandbox';
