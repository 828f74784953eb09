import type { Locator, Page } from '@playwright/test';

/** What somebody did in a page: each tap and each text typed, and how long it took. */
export interface Effort {
  taps: number;
  texts: number;
  seconds: number;
}

/** The hands of one person at a phone or desk. Their taps and texts count. */
export class Hand {
  readonly page: Page;
  private taps = 0;
  private texts = 0;
  private startMs = 0;

  constructor(page: Page) {
    this.page = page;
  }

  begin(): void {
    this.taps = 0;
    this.texts = 0;
    this.startMs = performance.now();
  }

  end(): Effort {
    const seconds = Math.round((performance.now() - this.startMs) / 100) / 10;
    return { taps: this.taps, texts: this.texts, seconds };
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.click();
  }

  async type(target: Locator, text: string): Promise<void> {
    this.texts += 1;
    await target.fill(text);
  }

  async choose(target: Locator, option: string | { label: string }): Promise<void> {
    this.taps += 2;
    await target.selectOption(option);
  }
}

export function describeEffort({ taps, texts, seconds }: Effort): string {
  return `${taps} taps, ${texts} texts, ${seconds} s`;
}
