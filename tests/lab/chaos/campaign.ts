import { setTimeout as sleep } from 'node:timers/promises';
import { createAsk } from './ask.ts';
import { type Books, countUnderWay } from './books.ts';
import { checkBooks } from './check-books.ts';
import { type Buyer, makeUpPeople, type Person, type Writer } from './people.ts';
import { createRandom } from './random.ts';
import { createStorm } from './storm.ts';
import { buy, write } from './visits.ts';
import { type OpenWorld, openWorld, type World } from './world.ts';

export interface CampaignOptions {
  readonly purchases: number;
  readonly seed: number;
  /** After this nobody new comes. */
  readonly minutes: number;
  /** How many kills are aimed; a few of them meet nobody. */
  readonly kills?: number;
  /** How many people are in the shop at a time. */
  readonly atATime?: number;
}

export interface CampaignResult {
  /** In words and numbers, for a table. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** Lost, doubled and invented records; empty when the campaign has passed. */
  readonly wrongs: readonly string[];
  /** Where the databases are that go with the wrongs; undefined when there are none. */
  readonly kept: string | undefined;
}

/** How long nothing may come to an end before the rest counts as stuck, once nothing goes wrong any more. */
const STUCK_MS = 90_000;

/**
 * Has people buy and write while the service is killed, Stripe fails and mails are refused; then lets it end, and
 * compares what the shop, Stripe, the mail server and the people know. The decisions are the seed's; the moments of
 * processes are not, so a second run with a seed is alike, not the same.
 */
export async function runCampaign(
  options: CampaignOptions,
  open: OpenWorld = openWorld,
): Promise<CampaignResult> {
  const { purchases, seed, minutes, kills = 60, atATime = 20 } = options;
  const startedMs = performance.now();
  const deadlineMs = startedMs + minutes * 60_000;
  const cappedBoxes = Math.ceil(purchases * 0.35);
  const people = makeUpPeople(createRandom(seed), purchases, kills);
  const storm = createStorm(createRandom(seed + 1), () => ({
    kill: world.kill,
    setMood: (mood) => {
      world.inbox.mood = mood;
    },
    setFaults: (faults) => steer(world, 'POST', faults),
  }));
  const world = await open(storm, cappedBoxes);
  const wrongs: string[] = [];
  const came: Person[] = [];

  const waiting = people.toReversed();
  const serve = async () => {
    for (let person = waiting.pop(); person && performance.now() < deadlineMs; person = waiting.pop()) {
      came.push(person);
      const number = came.length;
      const ask = createAsk(world, `198.18.${number >> 8}.${number & 255}`);
      const visit = { ask, pass: storm.pass, random: createRandom(seed + 1000 + number) };
      if (person.aim) storm.aim(person.aim);
      const visited = person.kind === 'buyer' ? buy(person.buyer, visit) : write(person.writer, visit);
      await visited.catch((error) => wrongs.push(`somebody was not served: ${error.message}`));
    }
  };
  const blowing = storm.blow();
  await Promise.all(Array.from({ length: atATime }, serve));
  storm.stop();
  await blowing;
  const stormSeconds = (performance.now() - startedMs) / 1000;
  await steer(world, 'DELETE');
  world.inbox.mood = 'take';
  await world.startAgain();
  const left = await waitUntilSettled(world.readBooks);
  if (left > 0) wrongs.push(`${left} payments, orders, mails or webhooks do not come to an end`);
  wrongs.push(...(await world.stop()));

  const buyers = came.flatMap((person): Buyer[] => (person.kind === 'buyer' ? [person.buyer] : []));
  const writers = came.flatMap((person): Writer[] => (person.kind === 'writer' ? [person.writer] : []));
  const books = await world.readBooks();
  wrongs.push(...checkBooks({ books, buyers, writers, taken: world.taken, cappedBoxes }));
  await world.close(wrongs.length > 0);
  const count = <Item>(items: readonly Item[], isCounted: (item: Item) => unknown) =>
    items.filter(isCounted).length;
  const mailIds = new Set(world.taken.map(({ mail }) => mail.messageId));
  return {
    wrongs,
    kept: wrongs.length === 0 ? undefined : world.folder,
    figures: {
      seed,
      purchases: buyers.length,
      'of them paid': count(books.payments, ({ status }) => status === 'succeeded'),
      orders: books.orders.length,
      'orders of payments that failed later': count(books.orders, (each) => each.paymentStatus === 'failed'),
      'orders with a flag': count(books.orders, ({ flags }) => flags.length > 0),
      'buyers who found their week full': count(buyers, ({ wasMoved }) => wasMoved),
      'buyers whose browser vanished': count(buyers, ({ leaves }) => leaves !== null),
      'kills of the service': [...storm.kills.values()].reduce((sum, times) => sum + times, 0),
      ...world.figures(),
      'messages accepted': count(writers, ({ isAccepted }) => isAccepted),
      mails: mailIds.size,
      'second copies of mails': world.taken.length - mailIds.size,
      ...prefix('hit ', storm.kills),
      ...prefix('times ', storm.faults),
      ...prefix('webhooks ', new Map(Object.entries(books.deliveries))),
      'seconds of storm': Math.round(stormSeconds),
      'seconds in all': Math.round((performance.now() - startedMs) / 1000),
    },
  };
}

/** @returns how much is stuck */
export async function waitUntilSettled(readBooks: () => Books | Promise<Books>): Promise<number> {
  let left = countUnderWay(await readBooks());
  let movedMs = performance.now();
  while (left > 0 && performance.now() - movedMs < STUCK_MS) {
    await sleep(500);
    const now = countUnderWay(await readBooks());
    if (now !== left) movedMs = performance.now();
    left = now;
  }
  return left;
}

async function steer(world: World, method: 'POST' | 'DELETE', body?: object): Promise<void> {
  const response = await fetch(`${world.sandbox.url}/sandbox/faults`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The sandbox takes no such faults: ${await response.text()}`);
}

function prefix(word: string, counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort().map(([name, times]) => [word + name, times]));
}
