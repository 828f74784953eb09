import type { FullResult, Reporter, Suite, TestError } from '@playwright/test/reporter';

/**
 * Prints, as the very last line, how the run ended: `57 passed, 0 failed`, and `, 2 skipped` if any were. Before it, by
 * name, each test that passed only the second time: it counts as passed, and is a defect to be found; and what was not tested, with the reason.
 */
export default class ClosingCounts implements Reporter {
  #suite: Suite | undefined;
  #errorsOutsideTests = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  /** A file that does not load, or a worker that dies: no test carries it, and it must not read as success. */
  onError(_error: TestError): void {
    this.#errorsOutsideTests++;
  }

  async onExit(): Promise<void> {
    const tests = this.#suite?.allTests() ?? [];
    const select = (wanted: string) => tests.filter((test) => test.outcome() === wanted);
    const flaky = select('flaky');
    for (const test of flaky) {
      console.log(`passed only the second time: ${test.titlePath().filter(Boolean).join(' › ')}`);
    }
    // Each reason once, with how much hangs on it: what was left out must not look like what has passed.
    const reasons = select('skipped').flatMap(({ annotations }) =>
      annotations.map((each) => each.description),
    );
    for (const reason of new Set(reasons.filter(Boolean))) {
      const count = reasons.filter((each) => each === reason).length;
      console.log(`NOT TESTED: ${count} tests, because ${reason}`);
    }
    const passed = select('expected').length + flaky.length;
    const failed = select('unexpected').length + this.#errorsOutsideTests;
    const skipped = select('skipped').length;
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  }

  onEnd(_result: FullResult): void {}

  printsToStdio(): boolean {
    return true;
  }
}
