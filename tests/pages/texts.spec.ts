import { expect, test } from '@playwright/test';
import { costOf } from '../support/sample-order.ts';
import { EXTENDED_DIST } from '../support/test-site.ts';
import { mainText, readPage, textOf } from './built-site.ts';

interface Page {
  /** Texts of section 2, in the order in which it gives them. */
  readonly texts: readonly string[];
  /** Paths that section 2 says the page links to. */
  readonly links: readonly string[];
  /** Anchors that section 2 says the page has. */
  readonly anchors?: readonly string[];
}

const TICKETS = 'https://tickets.example.com/otter-lane/pick-your-own';
const MAPS = 'https://www.google.com/maps/dir/?api=1&amp;destination=51.095,-2.93';
const PHONE = 'tel:01632960214';

const PAGES: Record<string, Page> = {
  '/': {
    texts: [
      'Sustainable Christmas Trees in Somerset',
      'BROWSE TREES',
      'WHOLESALE TREES',
      'Pick Your Own',
      'MEET THE TEAM',
      'EXPLORE OUR TREES',
      'Call Now',
      'Nordmann Fir',
      'Description',
      'Prices',
      'Norway Spruce',
      'Fraser Fir',
      'View All Stands',
      'Why Choose Our Trees',
      'Click here to buy tickets',
      'Pre-Cut Trees',
      'Additional Services',
      'Meet Our Merry Elves',
      'Plan Your Visit',
      'Get Directions',
      'Christmas 2025',
    ],
    links: [
      '#tree-types',
      '/wholesale',
      '#merry-elves',
      '/about-us',
      PHONE,
      '/tree-stands',
      TICKETS,
      MAPS,
      '/contact-us',
      '/pick-your-own-tree',
    ],
    anchors: ['wholesale', 'tree-types', 'potted-trees-stands', 'merry-elves'],
  },
  '/pick-your-own': {
    texts: ['Get Directions', 'Opening Times', 'Find Our Location', 'Contact Us'],
    links: [MAPS, '/contact-us', TICKETS],
    anchors: ['farm-animals'],
  },
  '/about-us': {
    texts: ['Our story', 'What makes us special'],
    links: ['/pick-your-own', '/#tree-types', PHONE],
  },
  '/tree-varieties': { texts: ['Nordmann Fir', 'Norway Spruce', 'Fraser Fir'], links: [TICKETS] },
  '/tree-stands': { texts: ['Reserve Now', 'Reserve Now', 'Reserve Now'], links: ['/contact'] },
  '/visit': { texts: ['Opening times', 'Contact Us'], links: ['/contact-us'] },
  '/book-now': {
    texts: ['Get Directions', 'No Booking Required!', 'Find Us'],
    links: [MAPS, '/pick-your-own', '/contact-us', PHONE],
  },
  '/contact-us': { texts: ['Contact'], links: [PHONE, 'mailto:hello@farm.example.com'] },
  '/wholesale': {
    texts: [
      'View Wholesale Pricing',
      '30+',
      '50+',
      '100%',
      'Bulk orders',
      'Collection service',
      'Pre-season booking',
      'Quality guarantee',
      'Fresh cut',
      'Professional netting',
      'Flexible collection',
      'Payment terms',
    ],
    links: [
      PHONE,
      '#pricing',
      'mailto:hello@farm.example.com?subject=Wholesale%20Christmas%20Trees%20Enquiry',
    ],
    anchors: ['pricing'],
  },
  '/faq': {
    texts: [
      'Tree Selection',
      'Visiting Us',
      'Collection & Transport',
      'Tree Care',
      'Payment & Returns',
      'Still Have Questions?',
    ],
    links: ['/contact-us', PHONE],
  },
  '/directions': {
    texts: ['M5', 'towns', 'Landmarks', 'Parking'],
    links: [MAPS, 'https://www.openstreetmap.org/directions?to=51.095%2C-2.93'],
  },
  '/christmas-trees-bridgwater': {
    texts: ['View prices'],
    links: ['/wholesale', '/visit', '/faq', '/contact-us'],
  },
  '/seo-monitor': {
    texts: ['Overview', 'Redirects', 'Old URL', 'New URL', 'Status', 'Performance'],
    links: [],
  },
  '/nordmann-foliage-payment': { texts: ['Nordmann Foliage Order', `£${costOf(1)} per box`], links: [] },
  '/success': {
    texts: [
      'Thanks! Your order was received.',
      "We'll deliver in your selected week.",
      "You'll receive a confirmation email shortly",
      'Return Home',
    ],
    links: ['/'],
  },
  '/admin/orders': { texts: ['Delivery Information'], links: [] },
  '/404': { texts: ['Page Not Found', 'Did you forget to add the page to the router?'], links: ['/'] },
};

test('pages have their texts in order, their links and their anchors', () => {
  for (const [path, { texts, links, anchors = [] }] of Object.entries(PAGES)) {
    const text = mainText(path);
    let from = 0;
    for (const each of texts) {
      const at = text.indexOf(each, from);
      expect
        .soft(at, `${path}: "${each}" after "${text.slice(Math.max(0, from - 40), from)}"`)
        .toBeGreaterThanOrEqual(0);
      from = at + each.length;
    }
    const html = readPage(path);
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    for (const link of links)
      expect
        .soft(main, `${path} ${link}`)
        .toMatch(new RegExp(`href="${link.replaceAll(/[.?+]/g, '\\$&')}(\\?[^"]*)?"`));
    for (const anchor of anchors) expect.soft(main, `${path} ${anchor}`).toContain(`id="${anchor}"`);
  }
});

test('the SEO monitor of a site without redirects says so', () => {
  expect(textOf(readPage('/seo-monitor', EXTENDED_DIST))).toContain('No redirects configured yet.');
});

test('the header and the footer have the links of section 2 on every kind of page for visitors', () => {
  for (const path of ['/', '/faq', '/404']) {
    const html = readPage(path);
    const header = html.slice(html.indexOf('<header'), html.indexOf('<main'));
    const footer = html.slice(html.indexOf('<footer'));
    for (const link of [
      '/',
      '/about-us',
      '/tree-varieties',
      TICKETS,
      '/visit',
      '/wholesale',
      '/faq',
      '/contact-us',
      PHONE,
      'mailto:hello@farm.example.com',
    ]) {
      expect(header, `${path} header ${link}`).toContain(`href="${link}"`);
    }
    for (const link of [
      '/directions',
      '/',
      '/tree-varieties',
      '/pick-your-own',
      '/wholesale',
      '/faq',
      '/contact-us',
      '/book-now',
      '/christmas-trees-bridgwater',
      '/christmas-trees-somerset',
      '/christmas-trees-taunton',
      '/christmas-trees-burnham-on-sea',
      '/prices',
      '/care-guide',
    ]) {
      expect(footer, `${path} footer ${link}`).toContain(`href="${link}"`);
    }
    const links = [...footer.slice(0, footer.indexOf('</footer>')).matchAll(/href="([^"]*)"/g)];
    const targets = links.map(([, target]) => target);
    expect(targets.slice(0, 3), path).toEqual(['/prices', '/visit', '/directions']);
    expect(new Set(targets).size, `${path} footer: no link twice`).toBe(targets.length);
  }
});
