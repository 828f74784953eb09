import { parentPort } from 'node:worker_threads';
import type { Answer, Call } from './aside.ts';

// The other side of `aside.ts`.
parentPort?.on('message', async ({ number, module, name, given }: Call) => {
  const answer = (each: Answer) => parentPort?.postMessage(each);
  try {
    answer({ number, made: await (await import(module))[name](...given) });
  } catch (error) {
    answer({ number, error });
  }
});
