import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { readPageMarkup } from '../../../api/site/page-markup.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('inline scripts and styles are hashed as they stand, data and comments are not', () => {
  const markup = readPageMarkup(
    `<!-- <script>old()</script> --><STYLE media="a>b">p { color: red }</STYLE>
    <script type="application/ld+json">{"a":1}</script><script type='application/json'>{}</script>
    <script>if (a < b) write("<style>x")</script ><script type="module" data-x="</script>">\n run()\r\n</script>
    <script>run()</script><script>run()</script><style> .a{} </style>`,
  );
  expect(markup.scriptHashes).toEqual([
    hash('if (a < b) write("<style>x")'),
    hash('\n run()\n'),
    hash('run()'),
  ]);
  expect(markup.styleHashes).toEqual([hash('p { color: red }'), hash(' .a{} ')]);
});

test('scripts of other hosts are named by their origin, our own are not', () => {
  const markup = readPageMarkup(
    `<script async src="https://tickets.example.com/widget.js?a=1"></script><script src=/_astro/a.js></script>
    <script src='https://tickets.example.com/b.js'></script>`,
  );
  expect(markup.scriptOrigins).toEqual(['https://tickets.example.com']);
  expect(markup.scriptHashes).toEqual([]);
});

test('facades name what they load', () => {
  const markup = readPageMarkup(
    '<figure data-embed="https://maps.example.com/e?a=1&amp;b=2"></figure><figure data-embed="/embed/tickets">',
  );
  expect(markup.frameSources).toEqual(['https://maps.example.com', "'self'"]);
});

test('another company’s statistics name their host, once', () => {
  const markup = readPageMarkup(
    '<aside data-analytics-script="https://stats.example.com/a.js?x=1&amp;y=2" data-analytics-id="1"></aside>'.repeat(
      2,
    ),
  );
  expect(markup.statisticsOrigins).toEqual(['https://stats.example.com']);
  expect(markup.scriptOrigins).toEqual([]);
});

test('a big page is read in no time', () => {
  const page = `<p class="x">${'<a href="#">text</a> '.repeat(20_000)}<script`;
  const started = performance.now();
  readPageMarkup(page.repeat(3));
  expect(performance.now() - started).toBeLessThan(2000);
});
