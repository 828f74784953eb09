import { expect, test } from '@playwright/test';
import { deferIslands } from '../../src/build/defer-islands.ts';

const DIRECTIVE = '<script>dispatchEvent(new Event("astro:reach"));\n</script>';
const RUNTIME = 'customElements.define("astro-island",f)';

function writePage(...kinds: string[]): string {
  const islands = kinds.map((kind) => `<astro-island uid="1" client="${kind}" opts="{}"></astro-island>`);
  return `<body><h1>Trees</h1>${DIRECTIVE}<script>${RUNTIME}</script>${islands.join('')}</body>`;
}

test('the runtime of islands that wait becomes a file, and what waits for it the last thing in the page', () => {
  const { html, file } = deferIslands(writePage('reach', 'reach'));
  const path = expect.stringMatching(/^_astro\/islands\.[\w-]{8}\.js$/);
  expect(file).toEqual({ path, text: RUNTIME });
  expect(html).toMatch(/^<body><h1>Trees<\/h1><astro-island /);
  const waiting = 'dispatchEvent(new Event("astro:reach"));';
  expect(html).toContain(`</astro-island><script data-runtime="/${file?.path}">${waiting}</script></body>`);
  expect(html).not.toContain(RUNTIME);
});

test('a page with an island that begins at once, or with none, stays as it is', () => {
  for (const html of [writePage('reach', 'load'), '<body>"astro:reach" customElements.define</body>']) {
    expect(deferIslands(html)).toEqual({ html });
  }
});

test('scripts that Astro writes in another way stop the build', () => {
  expect(() => deferIslands('<body><astro-island uid="1" client="reach"></astro-island></body>')).toThrow(
    'A page has islands, but not the scripts',
  );
});
