import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const milliseconds = z.number().int().min(0).max(600_000);
const times = z.number().int().min(0);

export const webhookFaults = z.strictObject({
  /** How many of the next deliveries never leave; the events stay in the list. */
  drop: z.union([times, z.literal('all')]).optional(),
  delayMs: milliseconds.optional(),
  /** How many more times each delivery is sent. */
  duplicate: times.optional(),
  /** Waits for so many deliveries, and sends them last first. */
  reorder: times.optional(),
  /** Only events of these types; all when not given. */
  types: z.array(z.string()).optional(),
});
export type WebhookFaults = z.output<typeof webhookFaults>;

export const callFault = z.strictObject({
  /** `/v1/payment_intents/:any/confirm` with a star for `:any`, which matches one segment of the path. */
  path: z.string().startsWith('/v1/'),
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** How many calls it meets, the next ones first. */
  count: times.default(1),
  /** Does the work first, so that only the answer suffers. */
  after: z.boolean().default(false),
  hangMs: milliseconds.optional(),
  /** Answers this instead. */
  status: z.number().int().min(400).max(599).optional(),
  /** Cuts the connection instead of answering. */
  disconnect: z.boolean().optional(),
});
export type CallFault = z.input<typeof callFault>;

export type Faults = ReturnType<typeof createFaults>;

/** Switches for tests, in memory: a restart clears them. */
export function createFaults(onChange: () => void) {
  let webhooks: WebhookFaults = {};
  let calls: z.output<typeof callFault>[] = [];
  const stopped = new AbortController();

  return {
    read: () => ({ webhooks, calls }),
    /** Replaces what was set for webhooks. */
    setWebhooks(faults: WebhookFaults): void {
      webhooks = webhookFaults.parse(faults);
      onChange();
    },
    /** @throws ZodError for a fault that makes no sense */
    addCall(fault: CallFault): void {
      calls.push(callFault.parse(fault));
    },
    clear(): void {
      webhooks = {};
      calls = [];
      onChange();
    },

    /** Whether a delivery of the type is one to drop; counts it. */
    takeDrop(type: string): boolean {
      if (!meets(webhooks, type) || !webhooks.drop) return false;
      if (webhooks.drop !== 'all') webhooks = { ...webhooks, drop: webhooks.drop - 1 };
      return true;
    },
    webhooksFor: (type: string): WebhookFaults => (meets(webhooks, type) ? webhooks : {}),

    /** The fault that the call meets at this stage of it, if any, used up by one and waited for. */
    async meetCall(method: string, path: string, isAfter: boolean) {
      const fault = calls.find(
        (each) =>
          each.after === isAfter &&
          (each.method ?? method) === method &&
          matchesPath(each.path, path) &&
          each.count > 0,
      );
      if (!fault) return undefined;
      fault.count -= 1;
      calls = calls.filter(({ count }) => count > 0);
      // Cut short when the sandbox closes.
      await sleep(fault.hangMs ?? 0, undefined, { signal: stopped.signal }).catch(() => {});
      return fault;
    },
    stop: (): void => stopped.abort(),
  };
}

function meets({ types }: WebhookFaults, type: string): boolean {
  return types === undefined || types.includes(type);
}

function matchesPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, place) => part === '*' || part === given[place])
  );
}
