import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';

/** A kind of tree that no farm's content has yet. */
export const KIND = {
  name: 'Silver Otter Fir',
  type: 'silver_otter_fir',
  /** The drawing of its silhouette. */
  path: 'm30 0 30 100h-60z',
  price: '£871.15',
} as const;

/** A simple page that search engines do not list. */
export const UNLISTED_PAGE = { path: '/for-the-school', heading: 'For the school' } as const;

/** A stand that no farm's content has yet. */
export const STAND = { name: 'Otter stand', price: '£23.45' } as const;

/** A simple page, at its path. */
export const PAGE = {
  path: '/how-we-grow/slowly',
  heading: 'How we grow them',
  label: 'Slow growing',
  /** With the number of kinds of trees in it. */
  words: 'All {kinds} kinds take ten years.',
} as const;

/**
 * Adds the kind with its outline, and to the price lists, as content/README.md says: with no field that can be left out.
 * @param lists the price lists; by default all of them
 */
export async function addKind(contentDir: string, lists?: readonly string[]): Promise<void> {
  const { name, type, path, price } = KIND;
  await writeMarkdown(join(contentDir, 'varieties/silver-otter-fir.md'), {
    name,
    type,
    image: 'nordmann-fir',
    imageAlt: 'A silver fir',
    description: 'It grew by the brook.',
    features: ['Silver'],
    guide: { sizesAvailable: '4-6ft', from: price },
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 100"><path d="${path}"/></svg>`;
  await writeFile(join(contentDir, 'silhouettes/silver-otter-fir.svg'), svg);
  for (const list of lists ?? (await readdir(join(contentDir, 'prices')))) {
    const file = join(contentDir, 'prices', list);
    const prices = JSON.parse(await readFile(file, 'utf8'));
    const sizes = [
      { size: '4-5ft', price },
      { size: '5-6ft', price },
    ];
    prices.groups.push({ id: 'silver-otter-fir', trees: [{ type, name }], sizes });
    await writeFile(file, JSON.stringify(prices));
  }
}

/** Adds the stand, to the home page too. */
export async function addStand(contentDir: string): Promise<void> {
  const { name, price } = STAND;
  const stand = {
    ...{ name, onHomePage: true, image: 'stand-cinco', imageAlt: 'A stand' },
    ...{ description: 'It holds a tree.', features: ['Holds'], models: [{ name, price }] },
  };
  await writeFile(join(contentDir, 'stands/otter.json'), JSON.stringify(stand));
}

/** Adds the page, in the menu and in the footer, with a picture and points that are pictures. */
export async function addPage(contentDir: string): Promise<void> {
  const { path, heading, label, words } = PAGE;
  const fields = {
    title: heading,
    description: 'How long a Christmas tree takes, and what we do meanwhile.',
    shareImage: 'hero',
    breadcrumb: label,
    showIn: ['menu', 'footer'],
    hero: { heading },
    sections: {
      'ten-years': {
        image: 'barn',
        imageAlt: 'The barn beside the field',
        points: [
          { title: 'The lambs', image: 'animals', text: 'Lambs between the trees' },
          { title: 'Weeding', text: 'By hand' },
        ],
      },
    },
  };
  const body = `\n## Ten years\n\n${words}\n\n[Every price](/prices)\n`;
  await writeMarkdown(join(contentDir, `pages${path}.md`), fields, body);
}

/** Adds a page for people who are told its address. */
export async function addUnlistedPage(contentDir: string): Promise<void> {
  const { path, heading } = UNLISTED_PAGE;
  await writeMarkdown(join(contentDir, `pages${path}.md`), {
    ...{ title: heading, description: heading, shareImage: 'hero', breadcrumb: heading },
    ...{ listed: false, hero: { heading } },
  });
}

async function writeMarkdown(path: string, fields: object, body = ''): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `---\n${stringify(fields)}---\n${body}`);
}

/** Adds an answer with a link in it. */
export async function addAnswer(contentDir: string): Promise<void> {
  const path = join(contentDir, 'faq/tree-care.json');
  const category = JSON.parse(await readFile(path, 'utf8'));
  const item = { id: 'where-are-prices', question: 'Prices?', answer: 'See [every price](/prices), please.' };
  category.items.push(item);
  await writeFile(path, JSON.stringify(category));
}
