import { join } from 'node:path';

/**
 * Where the services that tests start keep what Node has made of their code: hundreds of them start in one run, and
 * reading TypeScript is most of a start.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compile'),
};
