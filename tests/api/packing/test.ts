import { test as base, expect } from '../orders/shop-under-test.ts';

export interface PackingUnderTest {
  /** The words and the markup of the page at a query, as the signed-in admin gets it. */
  read(query: string): Promise<{ status: number; text: string; html: string; headers: Headers }>;
}

/** Playwright's `test` with the packing page of a shop. */
export const test = base.extend<{ packing: PackingUnderTest }>({
  packing: async ({ shop }, use) => {
    await use({
      async read(query) {
        const response = await shop.app.request(`/admin/packing${query}`, { headers: shop.admin });
        const html = await response.text();
        const text = html
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .replaceAll(' ,', ',');
        return { status: response.status, headers: response.headers, html, text };
      },
    });
  },
});

export { expect };
