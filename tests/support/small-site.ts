import { readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BuildOptions, buildSite } from '../../src/build/build.ts';
import { type ContentValues, parseContent } from '../../src/content/reader/parse-content.ts';
import { OFFICE_MENU_SLOT, OFFICE_SLOT, OFFICE_TITLE } from '../../src/domain/office.ts';
import { CONTACT_FORM_SLOT } from '../../src/forms/contact-form.ts';
import { MANAGE_ORDER_SLOT } from '../../src/forms/manage-order-page.ts';
import { ORDER_FORM_SLOT } from '../../src/forms/order-form.ts';
import { THANK_YOU_SLOT } from '../../src/forms/thank-you-page.ts';
import { TEST_CONTENT } from './test-site.ts';

/** The made-up site's `shop.json` with a given price. */
export function makeShop(price = '£27.35') {
  const branchBox = { name: 'Branch box', price, description: ['A box.'], contents: ['Branches'] };
  return { branchBox, weeks: [{ id: '2025-11-17' }, { id: '2025-11-24' }] };
}

/** The project's own: what is tested here does not hang on what it says. */
const FARM = JSON.parse(readFileSync(`${TEST_CONTENT}/farm.json`, 'utf8'));

const REDIRECTS = [
  { id: 'about', from: '/about', to: '/about-us' },
  { id: 'animals', from: '/animals', to: '/about-us#animals' },
  { id: 'donkeys', from: '/Donkeys.html', to: '/about-us#animals' },
  { id: 'news', from: '/about-us?page=2', to: '/' },
];

/** Long enough that compressing it is worth while. */
export const LONG_TEXT = 'Nordmann Fir, Norway Spruce and Fraser Fir. '.repeat(100);

/** Files in place of Astro's output: pages, hashed files, a picture, and what must stay private. */
export const SMALL_SITE: Record<string, string | Buffer> = {
  'index.html': `<!doctype html><title>Home</title><p>${LONG_TEXT}`,
  'prices.html': `<!doctype html><title>Prices</title><p>£35 ${LONG_TEXT}`,
  'about-us.html': '<!doctype html><title>About</title><link rel="stylesheet" href="/_astro/site.BxK3a.css">',
  'admin/orders.html': `<!doctype html><title>Orders</title>${OFFICE_MENU_SLOT.start}${OFFICE_MENU_SLOT.end}${OFFICE_SLOT.start}${OFFICE_SLOT.end}`,
  '404.html': `<!doctype html><title>Page Not Found</title><p>${LONG_TEXT}`,
  '_astro/site.BxK3a.css': `body{color:green}/*${LONG_TEXT}*/`,
  'tree.png': Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251)),
  'robots.txt': 'User-agent: *\nAllow: /\n',
  'sw.js': `self.addEventListener('install', () => {}); // ${LONG_TEXT}`,
  '.well-known/wallet': 'domain proof',
};

/** The pages that the service fills, with nothing else in them. */
export const SHELLS = {
  'contact-us.html': makeShell(CONTACT_FORM_SLOT),
  'nordmann-branches.html': makeShell(ORDER_FORM_SLOT),
  'nordmann-branches/thank-you.html': makeShell(THANK_YOU_SLOT),
  'order.html': makeShell(MANAGE_ORDER_SLOT),
  'admin/office.html': makeShell(OFFICE_SLOT, OFFICE_MENU_SLOT),
};

interface Slot {
  start: string;
  end: string;
}

function makeShell(slot: Slot, menu?: Slot): string {
  const title = menu ? `${OFFICE_TITLE} | Farm` : 'Farm';
  const header = menu ? menu.start + menu.end : '<h1>Farm</h1>';
  return `<!doctype html><html lang="en-GB"><head><title>${title}</title></head><body><main>${header}${slot.start}${slot.end}</main></body></html>`;
}

export interface SmallSite extends BuildOptions {
  /** Everything of this site is below it. */
  root: string;
  /** Content values that the next build gets. */
  values: ContentValues;
  /** Files that the next build renders. */
  pages: Record<string, string | Buffer>;
  remove: () => Promise<void>;
}

/**
 * A made-up project in a temporary folder, ready for `buildSite`; Astro and the content check are stand-ins. With neither,
 * `tests/ways` builds and publishes the project itself.
 */
export async function createSmallSite(): Promise<SmallSite> {
  const root = await mkdtemp(join(tmpdir(), 'small-site-'));
  const site: SmallSite = {
    root,
    contentDir: join(root, 'content'),
    outDir: join(root, 'dist'),
    values: { 'farm.json': FARM, 'shop.json': makeShop(), 'redirects.json': REDIRECTS },
    pages: SMALL_SITE,
    readContent: async () => ({ values: site.values, content: parseContent(site.values).content }),
    render: ({ outDir }) => writeFiles(outDir, site.pages),
    remove: () => rm(root, { recursive: true, force: true }),
  };
  await writeFiles(root, { 'content/shop.json': JSON.stringify(makeShop()) });
  return site;
}

/** As `createSmallSite`, built, and with the pages that the service fills. */
export async function buildSmallSite(): Promise<SmallSite> {
  const site = await createSmallSite();
  site.pages = { ...SMALL_SITE, ...SHELLS };
  await buildSite(site);
  return site;
}

let shared: Promise<SmallSite> | undefined;

/** The made-up site, built once for all tests of a worker. Who changes a site builds one of their own. */
export function shareSmallSite(): Promise<SmallSite> {
  shared ??= buildSmallSite().then((site) => {
    process.once('exit', () => rmSync(site.root, { recursive: true, force: true }));
    return site;
  });
  return shared;
}

/** Writes files below a folder, by relative path. */
export async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}
