import { buildIfChanged, copyProject, TEST_PROJECT } from './test-site.ts';

// Before the tests: builds the site that they open, unless neither the project nor their content has changed.
await copyProject(TEST_PROJECT);
process.exitCode = buildIfChanged(TEST_PROJECT);
