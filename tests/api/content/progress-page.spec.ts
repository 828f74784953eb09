import { expect, test } from '@playwright/test';
import { listChangedPages } from '../../../api/content/pages/changed-pages.ts';
import { renderProgress } from '../../../api/content/pages/progress-page.ts';
import type { PublishJob } from '../../../api/content/publish/publisher.ts';
import { readContent } from '../../../src/content/reader/read-content.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';

const JOB = {
  person: 'Ada',
  files: [],
  step: undefined,
  startedAt: '2026-11-24T08:00:00Z',
  message: undefined,
};
const VERSION = {
  person: 'Ada',
  personId: 'ada',
  madeAt: '2026-11-24T08:00:00Z',
  changes: [],
  failure: null,
  isCurrent: false,
};

function render(job: Partial<PublishJob>): string {
  const versions = [
    { ...VERSION, id: 9, state: 'published' as const },
    { ...VERSION, id: 8, state: 'failed' as const },
    { ...VERSION, id: 7, state: 'published' as const },
  ];
  const pages = [{ path: '/prices', title: 'Prices' }];
  return String(
    renderProgress({ job: { ...JOB, kind: 'publish', state: 'running', ...job }, versions, pages }),
  );
}

test('says how far it is, what came of it, and how to take it back', () => {
  const running = render({ step: '2/4 Rendering the pages' });
  expect(running).toContain('Rendering the pages');
  expect(running).toContain('<progress value="2" max="4"');
  const done = render({ state: 'done' });
  expect(done).toContain('href="/prices">Prices</a>');
  // Not the version that failed.
  expect(done).toContain('action="/admin/content/history/7/put-back"');
  const failed = render({ state: 'failed', message: 'The disk is <full>.' });
  const [, sentence, details] = /^(.*)<details>(.*)<\/details>/s.exec(failed) ?? [];
  expect(sentence).toContain('The site could not be built. Visitors still see the site as it was.');
  expect(sentence).not.toContain('disk');
  expect(details).toContain('The disk is &#60;full&#62;.');
  expect(failed).toContain('href="/admin/content/publish"');
});

test('leads to the pages that show what has changed, in the order of the files', async () => {
  const { content } = await readContent(TEST_CONTENT);
  const [visit] = content.pages.filter(({ id }) => id === 'visit');
  if (visit) visit.data.hero.image = 'barn.jpg';
  const paths = (...files: string[]) => listChangedPages(files, content).map(({ path }) => path);
  expect(paths('prices/home.json')).toEqual(['/']);
  expect(paths('pages/visit.md', 'faq/tree-care.json', 'images/barn.jpg')).toEqual(['/visit', '/faq']);
  expect(paths('images/barn.jpg')).toEqual(['/visit']);
  expect(paths('towns/taunton.md')).toEqual(['/christmas-trees-taunton']);
  expect(paths('hours/a.json')).toContain('/about-us');
  // Everywhere, nowhere and gone.
  for (const file of ['farm.json', 'pages/order.md', 'pages/gone.md'])
    expect(paths(file), file).toEqual(['/']);
});
