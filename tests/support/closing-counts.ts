import type { FullResult, Reporter, Suite, TestError } from '@playwright/test/reporter';

/** Prints, as the very last line, how the run ended: `57 passed, 0 failed`, and `, 2 skipped` if any were. */
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
    const outcomes = this.#suite?.allTests().map((test) => test.outcome()) ?? [];
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
    const failed = count('unexpected') + count('flaky') + this.#errorsOutsideTests;
    const skipped = count('skipped');
    console.log(`${count('expected')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  }

  onEnd(_result: FullResult): void {}

  printsToStdio(): boolean {
    return true;
  }
}
