import { brotliCompressSync } from 'node:zlib';

/** About what a content page of the site weighs as sent. */
const BROTLI_BYTES = 10_000;

/**
 * A page that could hardly be faster: one document of about 10 kB as sent, words and a few lines of style, no script
 * and no picture. What a page takes beyond it is the page's own doing and not the link's.
 */
export function makeReferencePage(): string {
  const nextWord = createWords();
  const paragraphs: string[] = [];
  let html = '';
  while (brotliCompressSync(html).length < BROTLI_BYTES) {
    for (let made = 0; made < 3; made += 1) {
      paragraphs.push(`<p>${Array.from({ length: 60 }, nextWord).join(' ')}.</p>`);
    }
    html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Reference</title><style>body{max-width:40rem;margin:auto;padding:1rem;font:1.125rem/1.5 serif}</style></head><body><h1>Reference</h1>${paragraphs.join('')}</body></html>`;
  }
  return html;
}

/** Made-up words, the same in every run. */
function createWords(): () => string {
  let state = 1;
  const pick = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return () =>
    Array.from({ length: 1 + pick(3) }, () => `${'bdfghklmnprstvw'[pick(15)]}${'aeiou'[pick(5)]}`).join('');
}
