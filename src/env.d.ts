import type { ReachOptions } from './lib/hydrate-on-reach.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:reach'?: boolean | ReachOptions;
  }
}

declare global {
  interface ImportMetaEnv {
    /** Stripe's publishable key, when the site was built; without it the payment sandbox stands in. */
    readonly PUBLIC_STRIPE_PUBLISHABLE_KEY?: string;
  }
}
