import { createHmac } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import type { ClientReader } from './client-address.ts';
import { sendProblem } from './http-errors.ts';
import type { Problem } from './problems.ts';

interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** The request limits. `createApp` takes them as an option, so that tests can set their own. */
export interface Limits {
  /** Requests per network; see `client-address.ts`. */
  readonly contact: RateLimit;
  readonly paymentIntents: RateLimit;
  /** Questions to Stripe about a payment that this shop has started. */
  readonly ownPayments: RateLimit;
  /** About any other, which only a shop that has lost its records needs to ask. */
  readonly unknownPayments: RateLimit;
  /** The same, from everywhere. */
  readonly unknownPaymentsOverall: RateLimit;
  readonly events: RateLimit;
  readonly manageOrders: RateLimit;
  readonly signIn: {
    /** For one person's password, from one network or known browser. */
    readonly perAddress: RateLimit;
    /** From one network, for all names. */
    readonly acrossNames: RateLimit;
  };
}

/** The limits of the running service. Generous, because a mobile network has hundreds of phones behind one address. */
export const LIMITS: Limits = {
  // Each is an e-mail to the farm, and mail services often send only some hundred a day.
  contact: { requests: 20, perSeconds: 4 * 3600 },
  paymentIntents: { requests: 30, perSeconds: 600 },
  ownPayments: { requests: 60, perSeconds: 600 },
  unknownPayments: { requests: 10, perSeconds: 600 },
  unknownPaymentsOverall: { requests: 30, perSeconds: 600 },
  events: { requests: 600, perSeconds: 60 },
  manageOrders: { requests: 60, perSeconds: 600 },
  signIn: {
    perAddress: { requests: 10, perSeconds: 900 },
    acrossNames: { requests: 30, perSeconds: 900 },
  },
};

export type RateLimitName = Exclude<keyof Limits, 'signIn'>;

/** Counts a request. @returns the problem to answer with if it is one too many, otherwise null */
export type RateLimiter = (c: Context) => Promise<Problem | null>;

/** Counts by the client's network. Routes that share a limit share the limiter. */
export function createRateLimiter(
  name: RateLimitName,
  limits: Limits,
  clients: Pick<ClientReader, 'network'>,
  createCounter = countInMemory,
): RateLimiter {
  const counter = createCounter(name, limits[name]);
  return async (c) => {
    const seconds = await counter.take(clients.network(c));
    return seconds === null
      ? null
      : { code: 'too_many_requests', headers: { 'Retry-After': String(seconds) } };
  };
}

/** Counts a question to Stripe about a payment. @param isKnown whether this shop has started it */
export type AskLimiter = (c: Context, isKnown: boolean) => Promise<Problem | null>;

/**
 * Stripe answers a hundred questions a second from one shop, and refuses everybody's beyond that. So nobody can make
 * the shop ask about many invented payments, nor about one of their own all the time.
 */
export function createAskLimiter(
  limits: Limits,
  clients: ClientReader,
  createCounter?: CreateCounter,
): AskLimiter {
  const own = createRateLimiter('ownPayments', limits, clients, createCounter);
  const unknown = createRateLimiter('unknownPayments', limits, clients, createCounter);
  const everybody = { network: () => 'everybody' };
  const overall = createRateLimiter('unknownPaymentsOverall', limits, everybody, createCounter);
  return async (c, isKnown) => (isKnown ? own(c) : ((await unknown(c)) ?? overall(c)));
}

/** Answers 429 to requests over the limit, before their body is read. */
export function limitRequests(limiter: RateLimiter): MiddlewareHandler {
  return async (c, next) => {
    const problem = await limiter(c);
    return problem === null ? next() : sendProblem(c, problem);
  };
}

interface Counter {
  /** Counts one. @returns null, or the seconds to wait if it is one too many */
  take(key: string): Promise<number | null>;
  giveBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
}

/** @param name tells the counts of one limit from those of another */
export type CreateCounter = (name: string, limit: RateLimit) => Counter;

/**
 * Counts in memory. In a database file, each count would be a flush to disk, and visitors' addresses would be in the
 * backups. A restart resets the counts, and visitors cannot cause one.
 */
export const countInMemory: CreateCounter = (_, limit) => toCounter(new RateLimiterMemory(optionsOf(limit)));

/**
 * Counts for several services on one database, in a table that is not in its log. Addresses are in it as hashes only.
 * While the database does not answer, each service counts for itself.
 */
export function countTogether(storeClient: Pool, secret: Buffer): CreateCounter {
  const hash = (key: string) => createHmac('sha256', secret).update(`count ${key}`).digest('base64url');
  return (name, limit) => {
    const options = { ...optionsOf(limit), keyPrefix: name };
    const insuranceLimiter = new RateLimiterMemory(options);
    const table = { tableName: 'request_counts', tableCreated: true };
    const counter = toCounter(
      new RateLimiterPostgres({ ...options, ...table, storeClient, insuranceLimiter }),
    );
    return {
      take: (key) => counter.take(hash(key)),
      giveBack: (key) => counter.giveBack(hash(key)),
      forget: (key) => counter.forget(hash(key)),
    };
  };
}

function optionsOf({ requests, perSeconds }: RateLimit) {
  return { points: requests, duration: perSeconds };
}

function toCounter(limiter: RateLimiterAbstract): Counter {
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
