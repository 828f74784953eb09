import { parentPort, Worker, workerData } from 'node:worker_threads';

/** The functions of a module, as somebody calls them who waits. */
type Aside<Module> = {
  readonly [Name in keyof Module]: Module[Name] extends (...given: infer Given) => infer Made
    ? (...given: Given) => Promise<Awaited<Made>>
    : never;
};

/** What the worker is asked, and what it answers under the same number. */
interface Call {
  readonly number: number;
  readonly module: string;
  readonly name: string;
  readonly given: readonly unknown[];
}
type Answer = { readonly number: number } & ({ readonly made: unknown } | { readonly error: unknown });

/** Tells the thread that it is the one. */
const ASIDE = 'aside';
/** Longer than anything takes on a small board. */
const MOST_MS = 30_000;
/** It holds 50 MB, and starts in a second. */
const KEPT_MS = 5 * 60_000;

interface Waiting {
  done(made: unknown): void;
  fail(error: unknown): void;
}

let worker: Worker | undefined;
let numbers = 0;
const waiting = new Map<number, Waiting>();
let idle: NodeJS.Timeout | undefined;

/**
 * Runs a module's functions in a thread aside, because whatever this one does, everybody waits for. What they are given
 * and return is copied. The thread is the same for all, starts with the first call, and ends when it has had nothing to
 * do for a while. One that is at a call for too long is ended, with all its calls.
 * @param module its URL, or the name of a package
 */
export function runAside<Module>(module: string): Aside<Module> {
  const call =
    (name: string | symbol) =>
    (...given: readonly unknown[]) =>
      ask({ number: numbers++, module, name: String(name), given });
  return new Proxy({} as Aside<Module>, { get: (_, name) => call(name) });
}

async function ask(call: Call): Promise<unknown> {
  clearTimeout(idle);
  worker ??= startWorker();
  worker.ref();
  const late = setTimeout(() => end(new Error(`${call.name} takes longer than ${MOST_MS} ms`)), MOST_MS);
  try {
    return await new Promise((done, fail) => {
      waiting.set(call.number, { done, fail });
      worker?.postMessage(call);
    });
  } finally {
    clearTimeout(late);
    waiting.delete(call.number);
    // A command that has its answer ends.
    if (waiting.size === 0) worker?.unref();
    if (waiting.size === 0) idle = setTimeout(end, KEPT_MS).unref();
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL(import.meta.url), { workerData: ASIDE });
  // It keeps no process that has nothing else to do.
  started.unref();
  started.on('message', (answer: Answer) => {
    const one = waiting.get(answer.number);
    if ('made' in answer) one?.done(answer.made);
    else one?.fail(answer.error);
  });
  started.on('error', end);
  return started;
}

function end(error?: Error): void {
  void worker?.terminate();
  worker = undefined;
  for (const { fail } of waiting.values()) fail(error);
}

if (workerData === ASIDE)
  parentPort?.on('message', async ({ number, module, name, given }: Call) => {
    const answer = (each: Answer) => parentPort?.postMessage(each);
    try {
      answer({ number, made: await (await import(/* @vite-ignore */ module))[name](...given) });
    } catch (error) {
      answer({ number, error });
    }
  });
