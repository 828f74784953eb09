import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { readModules } from './read-modules.ts';

const GALLERY = 'src/gallery/GalleryPage.astro';

/** Components that the gallery cannot show, and why. */
const NOT_SHOWN: Record<string, string> = {
  'src/components/admin/AdminHeader.astro': 'a name, plain links, one of them marked, and a button',
  'src/components/shop/OutcomePlaceholder.astro': 'a spinner that appears for a moment',
  'src/components/shop/PaymentScript.astro': 'nothing visible',
  'src/components/shop/ThanksFrame.astro': 'a screen high, with what ThankYou shows',
  'src/components/site/HideSecrets.astro': 'nothing visible',
  'src/components/site/Seo.astro': 'nothing visible',
  'src/components/site/StructuredData.astro': 'nothing visible',
  'src/islands/admin/AdminOrders.tsx': 'only its parts are visible',
  'src/islands/admin/MenuCounts.tsx': 'two numbers in the header',
  'src/islands/admin/OrderBoard.tsx': 'only its parts are visible',
  'src/islands/admin/RecentOrders.tsx': 'only its parts are visible',
  'src/islands/admin/SignInAgain.tsx': 'the sign-in in a dialog, which would cover the gallery',
  'src/islands/checkout/BranchBoxCheckout.tsx': 'only its parts are visible',
  'src/islands/packing/ScanPage.tsx': 'only its parts are visible',
  'src/islands/seo/SeoMonitor.tsx': 'only its parts are visible',
};

test('the gallery shows every component and every island', () => {
  const modules = new Map(readModules().map((module) => [module.path, module]));
  const reached = new Set<string>();
  const visit = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { target } of modules.get(path)?.imports ?? []) if (target !== undefined) visit(target);
  };
  visit(GALLERY);
  const components = [...modules.keys()].filter((path) =>
    /^src\/(components|islands)\/.*\.(astro|tsx)$/.test(path),
  );
  expect(components.length).toBeGreaterThan(70);
  expect(components.filter((path) => !reached.has(path) && !(path in NOT_SHOWN))).toEqual([]);
  expect(Object.keys(NOT_SHOWN).filter((path) => !modules.has(path) || reached.has(path))).toEqual([]);
});

/** The rows of the table, cell by cell. */
function readRows(): string[][] {
  const lines = readFileSync('SECURITY.md', 'utf8').split('\n');
  const rows = lines.filter((line) => /^\| \d/.test(line));
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

test('every requirement in SECURITY.md names an existing test and says how it is met', () => {
  const rows = readRows();
  expect(rows.length).toBeGreaterThanOrEqual(30);
  for (const [requirement = '', ...cells] of rows) {
    expect(cells, requirement).toHaveLength(3);
    for (const cell of cells) expect(cell, requirement).not.toBe('');
    const files = [...(cells[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => `tests/${file}`);
    expect(files.length, requirement).toBeGreaterThan(0);
    expect(
      files.filter((file) => !existsSync(file)),
      requirement,
    ).toEqual([]);
  }
});
