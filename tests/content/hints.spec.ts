import { checkContent } from '../../src/content/checks/check-content.ts';
import { listHints } from '../../src/content/checks/hints.ts';
import type { IsoDay } from '../../src/domain/dates.ts';
import { addKind, addPage, KIND, PAGE } from '../support/added-content.ts';
import { type ContentCopy, expect, test } from './test.ts';

/** A day on which nothing of the tests' content is over. */
const DAY = '2025-11-21' as IsoDay;

async function hint({ dir }: ContentCopy): Promise<string[]> {
  const { content, problems } = await checkContent(dir);
  expect(problems).toEqual([]);
  return listHints(content, DAY);
}

test('a page that nothing leads to is named, until a link, a menu or its own file says otherwise', async ({
  content,
}) => {
  expect(await hint(content)).toEqual([]);
  const file = `pages${PAGE.path}.md`;
  await addPage(content.dir);
  expect(await hint(content)).toEqual([]);
  const page = (await content.read(file)).replace(/\nshowIn:\n( {2}- \w+\n)+/, '\n');
  await content.write(file, page);
  const alone = `content/${file}: nobody can find ${PAGE.path}. Link to it from another page, or give its file showIn: [menu] or showIn: [footer].`;
  expect(await hint(content)).toEqual([alone]);
  await content.write(file, `${page}\n[Again](${PAGE.path}#ten-years)\n`);
  expect(await hint(content)).toEqual([alone]);
  await content.write(file, page.replace('\n---\n', '\nlisted: false\n---\n'));
  expect(await hint(content)).toEqual([]);
  await content.write(file, page);
  await content.replace('pages/404.md', '\n[Home](/)', `\n[Growing](${PAGE.path}#ten-years)\n[Home](/)`);
  expect(await hint(content)).toEqual([]);
});

test('a price list that no page names is named, and a kind of tree without a price', async ({ content }) => {
  await content.write('prices/weekend.json', await content.read('prices/standard.json'));
  await content.write('hours/easter.json', await content.read('hours/b.json'));
  expect(await hint(content)).toEqual([
    'content/prices/weekend.json: no page shows it. To show it, name weekend under readings in a page’s file.',
    'content/hours/easter.json: no page shows it. To show it, name easter under readings in a page’s file.',
  ]);
  for (const name of ['prices/weekend.json', 'hours/easter.json']) await content.remove(name);
  await addKind(content.dir, []);
  expect(await hint(content)).toEqual([
    `content/varieties/silver-otter-fir.md: no list in content/prices has a price for ${KIND.type}.`,
  ]);
});

test('npm run content:check prints them, and what is rarely meant', async ({ content }) => {
  await content.write('prices/weekend.json', await content.read('prices/standard.json'));
  await content.write('hours/b.json', (await content.read('hours/b.json')).replace('Mon-Sat', 'Mon-Fri'));
  const { code, output } = await content.run('check');
  expect(code).toBe(0);
  expect(output).toContain('content/prices/weekend.json: no page shows it.');
  expect(output).toContain('hours/b.json, rows: Saturday: neither open nor closed.');
});
