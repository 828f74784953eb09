import { setTimeout as sleep } from 'node:timers/promises';
import type { CallFault, WebhookFaults } from '../../../api/stripe-sandbox/faults.ts';
import type { Mood } from '../../api/mail/smtp-inbox.ts';
import type { Random } from './random.ts';

/** Where a kill -9 is aimed at: each purchase passes most of these. */
export const MOMENTS = [
  'before the intent',
  'during the intent',
  'after the intent',
  'during the payment',
  'after the payment',
  'during the completion',
  'after the completion',
  'before a webhook',
  'during a webhook',
  'after a webhook',
  'during a mail',
  'after a mail was taken',
  'during a message',
] as const;
export type Moment = (typeof MOMENTS)[number];

/** @returns whether the service was killed here */
export type PassMoment = (moment: Moment) => Promise<boolean>;

/** How long after the beginning of a call the kill comes that is to fall into it. */
const LONGEST_DELAY_MS = 25;
const CHANGE_EVERY_MS = 400;

export interface Storm {
  readonly pass: PassMoment;
  /** Kills the service when somebody next comes to this moment. */
  aim(moment: Moment): void;
  /** Goes on until it is stopped: what Stripe and the mail server do wrong changes all the time. */
  blow(): Promise<void>;
  stop(): void;
  readonly kills: Map<Moment, number>;
  /** How often each fault was set. */
  readonly faults: Map<string, number>;
}

export interface StormTargets {
  /** @returns false where the service does not run */
  kill(): boolean;
  setFaults(faults: { webhooks: WebhookFaults; calls: CallFault[] }): Promise<void>;
  setMood(mood: Mood): void;
}

export function createStorm(random: Random, targets: () => StormTargets): Storm {
  const aims = new Map<Moment, number>();
  const kills = new Map<Moment, number>();
  const faults = new Map<string, number>();
  let isOver = false;
  const count = <Key>(counts: Map<Key, number>, key: Key, by = 1) =>
    counts.set(key, (counts.get(key) ?? 0) + by);

  return {
    kills,
    faults,
    aim: (moment) => void count(aims, moment),
    async pass(moment) {
      if (isOver || !aims.get(moment)) return false;
      count(aims, moment, -1);
      if (moment.startsWith('during')) await sleep(random.between(0, LONGEST_DELAY_MS));
      const wasKilled = targets().kill();
      if (wasKilled) count(kills, moment);
      // It was down already: the next who comes here meets it.
      else count(aims, moment);
      return wasKilled;
    },
    async blow() {
      while (!isOver) {
        const webhooks = random.pick(WEBHOOK_FAULTS);
        const call = random.has(0.6) ? random.pick(CALL_FAULTS) : undefined;
        const mood = random.pick(MOODS);
        for (const name of [...Object.keys(webhooks), describeCall(call), describeMood(mood)]) {
          if (name !== '') count(faults, name);
        }
        targets().setMood(mood);
        await targets().setFaults({ webhooks, calls: call ? [call] : [] });
        await sleep(CHANGE_EVERY_MS);
      }
    },
    stop() {
      isOver = true;
    },
  };
}

const WEBHOOK_FAULTS: readonly WebhookFaults[] = [
  {},
  { drop: 1 },
  { drop: 3 },
  { delayMs: 1500 },
  { duplicate: 2 },
  { reorder: 3 },
  { duplicate: 1, reorder: 2 },
];

const PATHS = [
  '/v1/payment_intents',
  '/v1/payment_intents/*',
  '/v1/payment_intents/*/confirm',
  '/v1/checkout/sessions',
];

/** Outlasts the service's patience of 8 seconds. Rare, because a buyer who meets it is slow. */
const LONG_HANG: CallFault = { path: '/v1/payment_intents/*', hangMs: 9000, after: true };

/** Before the work and after it. */
const CALL_FAULTS: readonly CallFault[] = PATHS.flatMap((path): CallFault[] => [
  { path, status: 500 },
  { path, status: 500, after: true },
  { path, status: 500, after: true, count: 3 },
  { path, disconnect: true },
  { path, disconnect: true, after: true },
  { path, hangMs: 700 },
  { path, hangMs: 700, after: true },
]).concat(LONG_HANG);

const MOODS: readonly Mood[] = [
  'take',
  'take',
  'take',
  { at: 'MAIL FROM', code: 550 },
  { at: 'RCPT TO', code: 451 },
  { at: 'DATA', code: 452 },
  'break off',
  'take and break off',
];

function describeCall(call: CallFault | undefined): string {
  if (!call) return '';
  const what = call.status ? `answers ${call.status}` : call.disconnect ? 'is cut' : 'hangs';
  return `a call ${what} ${call.after ? 'after' : 'before'} its work`;
}

function describeMood(mood: Mood): string {
  if (typeof mood === 'object') return `mail refused at ${mood.at}`;
  return mood === 'take' ? '' : mood === 'break off' ? 'mail dropped' : 'mail taken and not said so';
}
