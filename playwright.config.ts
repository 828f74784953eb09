import { defineConfig, type Project } from '@playwright/test';
import { chromiumArguments, findChromium } from './tests/support/chromium.ts';
import { keepFilesInMemory } from './tests/support/fast-folder.ts';
import { COMPILE_CACHE } from './tests/support/run-command.ts';

keepFilesInMemory();
Object.assign(process.env, COMPILE_CACHE);

const chromium: Project['use'] = {
  browserName: 'chromium',
  // A page must come from the service, not from what an earlier page of the test has kept. The worker's own tests allow it.
  serviceWorkers: 'block',
  launchOptions: { executablePath: findChromium() ?? '', args: chromiumArguments() },
};

export default defineConfig({
  forbidOnly: Boolean(process.env.CI),
  // A run elsewhere is not lost to one slow moment; which tests passed only then is said in its last lines.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  // One more than the cores that CI has: many tests wait for a browser or a process.
  workers: 3,
  // Generous, because nothing here measures time: a busy machine must not look like a mistake.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Without the platform's name, which Playwright adds: tests/browser/pictures.spec.ts makes all look alike.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  outputDir: 'test-results/playwright',
  // The counts come last, where whoever reads the output's end finds them.
  reporter: [['list'], ['./tests/support/closing-counts.ts']],
  projects: [
    // One long story, so it begins first: at the end it would have the machine to itself.
    { name: 'ways', testDir: 'tests/ways', use: chromium },
    // Tests that need no browser run here all the same, so that one runner counts everything. One project, because a
    // worker loads all of the service when it starts, and no two projects share one.
    { name: 'node', testDir: 'tests', testIgnore: '**/tests/{ways,browser,screenshots,lab}/**' },
    { name: 'browser', testDir: 'tests/browser', use: chromium },
    // What `npm run chaos -- turns` runs: it measures times.
    ...(process.env.LAB ? [{ name: 'lab', testDir: 'tests/lab' }] : []),
    // For looking at, not for passing: `npm run screenshots` asks for them.
    ...(process.env.SCREENSHOTS
      ? [{ name: 'screenshots', testDir: 'tests/screenshots', use: chromium }]
      : []),
  ],
});
