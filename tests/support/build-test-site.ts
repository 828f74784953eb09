import { spawnSync } from 'node:child_process';
import { copyProject, TEST_PROJECT } from './test-site.ts';

// Before the tests: builds the site that they open, unless neither the project nor their content has changed.
await copyProject(TEST_PROJECT);
const { status } = spawnSync(process.execPath, ['src/build/build-site.ts', '--if-changed'], {
  cwd: TEST_PROJECT,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
