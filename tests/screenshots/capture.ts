import type { Page } from '@playwright/test';

/** Captures the whole page at each width, with its lazy pictures, as `screenshots/<name> <width> <scheme>.png`. */
export async function capture(
  page: Page,
  name: string,
  colorScheme: string,
  widths: readonly number[],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(async () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { content-visibility: visible !important }');
      document.adoptedStyleSheets = [sheet];
      const pictures = [...document.images].filter(({ loading }) => loading === 'lazy');
      for (const picture of pictures) picture.loading = 'eager';
      await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    });
    await page.screenshot({ path: `screenshots/${name} ${width} ${colorScheme}.png`, fullPage: true });
  }
}
