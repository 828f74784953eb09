import { expect, test } from '@playwright/test';
import { readModules } from './read-modules.ts';

const GALLERY = 'src/gallery/GalleryPage.astro';

/** What the gallery cannot show, and why. */
const NOT_SHOWN: Record<string, string> = {
  'src/components/admin/AdminMenu.astro': 'plain links, of which one is marked',
  'src/components/contact/ContactForm.astro': 'its form is there, sent back with mistakes',
  'src/components/shop/OutcomePlaceholder.astro': 'a spinner, which the page shows for a moment',
  'src/components/shop/ManageOrderLink.astro': 'a link, after an order only',
  'src/components/shop/PaymentScript.astro': 'nothing to be seen',
  'src/components/site/HideSecrets.astro': 'nothing to be seen',
  'src/components/site/Seo.astro': 'nothing to be seen',
  'src/components/site/StructuredData.astro': 'nothing to be seen',
  'src/islands/admin/AdminOrders.tsx': 'only its parts have a look of their own',
  'src/islands/admin/OrderBoard.tsx': 'only its parts have a look of their own',
  'src/islands/admin/RecentOrders.tsx': 'only its parts have a look of their own',
  'src/islands/checkout/BranchBoxCheckout.tsx': 'only its parts have a look of their own',
  'src/islands/seo/SeoMonitor.tsx': 'only its parts have a look of their own',
  'src/islands/seo/Panel.tsx': 'a heading and words',
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
  const drawn = [...modules.keys()].filter((path) =>
    /^src\/(components|islands)\/.*\.(astro|tsx)$/.test(path),
  );
  expect(drawn.length).toBeGreaterThan(80);
  expect(drawn.filter((path) => !reached.has(path) && !(path in NOT_SHOWN))).toEqual([]);
  expect(Object.keys(NOT_SHOWN).filter((path) => !modules.has(path) || reached.has(path))).toEqual([]);
});
