import { enableCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { COMPILE_CACHE } from '../../support/run-command.ts';

// What the publisher starts in place of the project's build (`tests/ways` has that one). Nobody waits for a builder in a
// test but the test: it is as quick as it can be.

enableCompileCache(COMPILE_CACHE.NODE_COMPILE_CACHE);
try {
  // The service has let everybody else go first, and other tests keep all processors busy.
  setPriority(constants.priority.PRIORITY_NORMAL);
} catch {
  // Only root may.
}
await import('./build-content.ts');
