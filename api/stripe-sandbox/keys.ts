/** What the sandbox takes in place of Stripe's own secrets. Public knowledge: nothing of value hangs on them. */
export const SANDBOX_SECRET_KEY = 'sk_test_sandbox';
export const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox';
