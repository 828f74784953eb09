import { LinkChecker } from 'linkinator';
import { expect, test } from '../support/test.ts';

test('no page has a broken link', async ({ siteUrl }) => {
  const checker = new LinkChecker();
  const { links } = await checker.check({
    path: `${siteUrl}/`,
    recurse: true,
    checkFragments: true,
    // Other hosts are placeholders, or not ours to test.
    linksToSkip: async (link) => !link.startsWith(siteUrl),
  });
  const asked = links.filter(({ state }) => state !== 'SKIPPED');
  expect(
    asked
      .filter(({ state }) => state === 'BROKEN')
      .map(({ url, parent, status }) => ({ url, parent, status })),
  ).toEqual([]);
  expect(asked.length).toBeGreaterThan(30);
});
