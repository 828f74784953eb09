import type { Context, MiddlewareHandler } from 'hono';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { ClientReader } from './client-address.ts';
import { sendProblem } from './http-errors.ts';
import type { Problem } from './problems.ts';

export interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** How much is taken from whom. Handed to `createApp`, so that a test can choose its own. */
export interface Limits {
  /** Calls per address; see `client-address.ts` for what counts as one. */
  readonly contact: RateLimit;
  readonly paymentIntents: RateLimit;
  readonly events: RateLimit;
  /** Looks at a buyer's own order, and changes of it. */
  readonly manageOrders: RateLimit;
  /** Wrong passwords. */
  readonly signIn: {
    /** For one person's, from one network or known browser. */
    readonly perAddress: RateLimit;
    /** From one network, whatever the name. */
    readonly acrossNames: RateLimit;
    /** From everywhere: more is a storm. */
    readonly overall: RateLimit;
    /** As `perAddress`, while there is one, from networks that nobody has signed in from. */
    readonly perAddressInStorm: RateLimit;
  };
}

/** The limits of the running service. Generous, because a mobile network puts hundreds of phones behind one address. */
export const LIMITS: Limits = {
  contact: { requests: 20, perSeconds: 600 },
  paymentIntents: { requests: 30, perSeconds: 600 },
  events: { requests: 600, perSeconds: 60 },
  manageOrders: { requests: 60, perSeconds: 600 },
  signIn: {
    perAddress: { requests: 10, perSeconds: 900 },
    acrossNames: { requests: 30, perSeconds: 900 },
    overall: { requests: 30, perSeconds: 300 },
    perAddressInStorm: { requests: 3, perSeconds: 900 },
  },
};

export type RateLimitName = Exclude<keyof Limits, 'signIn'>;

/** Counts a request. @returns the problem to answer with if it is one too many, otherwise null */
export type RateLimiter = (c: Context) => Promise<Problem | null>;

/** Counts by the client's network. Routes that share a limit share the limiter. */
export function createRateLimiter(name: RateLimitName, limits: Limits, clients: ClientReader): RateLimiter {
  const counter = createCounter(limits[name]);
  return async (c) => {
    const seconds = await counter.take(clients.network(c));
    return seconds === null
      ? null
      : { code: 'too_many_requests', headers: { 'Retry-After': String(seconds) } };
  };
}

/** Answers 429 to requests over the limit, before their body is read. */
export function limitRequests(limiter: RateLimiter): MiddlewareHandler {
  return async (c, next) => {
    const problem = await limiter(c);
    return problem === null ? next() : sendProblem(c, problem);
  };
}

export interface Counter {
  /** Counts one. @returns null, or the seconds to wait when that was one too many */
  take(key: string): Promise<number | null>;
  /** Takes one back. */
  giveBack(key: string): Promise<void>;
  /** Forgets all that was counted for a key. */
  forget(key: string): Promise<void>;
}

/**
 * Counts in memory: a limit in the database would cost a second flush to disk for every order, and put addresses
 * of visitors into the backups. A restart forgets the counts, and no visitor can cause one.
 */
export function createCounter({ requests, perSeconds }: RateLimit): Counter {
  const limiter = new RateLimiterMemory({ points: requests, duration: perSeconds });
  return {
    take: (key) =>
      limiter.consume(key).then(
        () => null,
        ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000)),
      ),
    giveBack: async (key) => void (await limiter.reward(key)),
    forget: async (key) => void (await limiter.delete(key)),
  };
}
