import type {
  AggregateOffer,
  BreadcrumbList,
  FAQPage,
  Graph,
  HowTo,
  LocalBusiness,
  Offer,
  PostalAddress,
  Product,
  TouristAttraction,
} from 'schema-dts';
import { describeOpeningHours } from '#domain/content/opening-data.ts';
import { pricedTrees } from '#domain/content/trees.ts';
import { weekLabel } from '#domain/delivery/weeks.ts';
import { formatPrice, type Pence, toPounds } from '#domain/money.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { PricedTree } from '#domain/schemas/price-list.ts';
import type { Variety } from '#domain/schemas/variety.ts';
import { wordsToLines } from './reader/words.ts';
import {
  BRANCH_BOX,
  getFarm,
  getPage,
  getRecords,
  getShop,
  getStructuredData,
  type PageView,
  POTTED_TREE,
} from './site.ts';

type Question = { question: string; answer: readonly string[] };

export type Thing = Graph['@graph'][number];

/** What stands in the head: the tourist attraction of the home page (section 2). */
export async function headData(page: PageView): Promise<Thing[]> {
  return isAttractionInHead(page) ? [await touristAttraction(await getFarm(), page)] : [];
}

function isAttractionInHead({ path, structuredData }: PageView): boolean {
  return path === '/' && structuredData.includes('tourist-attraction');
}

/** The rest of a page's structured data: the kinds that its content file names, and its breadcrumb. */
export async function structuredData(page: PageView): Promise<Thing[]> {
  const farm = await getFarm();
  const things: Thing[] = [];
  for (const kind of page.structuredData) {
    if (kind === 'business') things.push(await business(farm));
    if (kind === 'tourist-attraction' && !isAttractionInHead(page))
      things.push(await touristAttraction(farm, page));
    if (kind === 'product') things.push(...(await products(farm, page)));
    if (kind === 'how-to') things.push(await howTo(page));
    if (kind === 'faq') things.push(...faqPages(await questionsOf(page)));
  }
  if (page.path !== '/') things.push(breadcrumbs(farm, page));
  return things;
}

function addressOf({ address }: Farm): PostalAddress {
  return {
    '@type': 'PostalAddress',
    streetAddress: address.lines.join(', '),
    addressLocality: address.town,
    addressRegion: address.county,
    postalCode: address.postcode,
    addressCountry: 'GB',
  };
}

/** The structured-data reading of the season and the hours (section 9). Last in its thing: the service replaces it. */
async function openingHours() {
  const { opening } = await getStructuredData();
  return opening && describeOpeningHours(opening);
}

async function business(farm: Farm): Promise<LocalBusiness> {
  const { priceRange } = await getStructuredData();
  return {
    '@type': 'LocalBusiness',
    '@id': `${farm.website}/#farm`,
    name: farm.name,
    url: `${farm.website}/`,
    telephone: farm.phone,
    email: farm.email,
    address: addressOf(farm),
    geo: { '@type': 'GeoCoordinates', latitude: farm.place.latitude, longitude: farm.place.longitude },
    priceRange: `${formatPrice(priceRange.low)}-${formatPrice(priceRange.high)}`,
    paymentAccepted: 'Card, contactless, cash',
    currenciesAccepted: 'GBP',
    sameAs: [farm.links.facebook, farm.links.instagram],
    ...(await openingHours()),
  };
}

async function touristAttraction(farm: Farm, page: PageView): Promise<TouristAttraction> {
  return {
    '@type': 'TouristAttraction',
    name: farm.name,
    description: page.description,
    url: `${farm.website}${page.path}`,
    telephone: farm.phone,
    address: addressOf(farm),
    geo: { '@type': 'GeoCoordinates', latitude: farm.place.latitude, longitude: farm.place.longitude },
    isAccessibleForFree: true,
    publicAccess: true,
    ...(await openingHours()),
  };
}

/**
 * The products of the page: the branch box, its price list, the stands, or otherwise the varieties with their lowest
 * price.
 */
async function products(farm: Farm, page: PageView): Promise<Product[]> {
  if (page.id === 'nordmann-branches') return [await branchBox(farm)];
  if (page.id === 'tree-stands') return stands(farm, page);
  // In the words of the page about them, whose readings fill their tokens.
  const varieties = await getRecords('varieties', await getPage('tree-varieties'));
  if (page.prices !== undefined) {
    return pricedTrees(page.prices).map((tree) => {
      const kind = varieties.find(({ type }) => type === tree.type);
      return productOf(
        farm,
        kind ? { ...describeVariety(kind), name: tree.name } : describePot(tree),
        offersOf(tree),
      );
    });
  }
  return varieties.map((kind) =>
    productOf(farm, describeVariety(kind), {
      '@type': 'AggregateOffer',
      priceCurrency: 'GBP',
      lowPrice: toPounds(kind.guide.from),
    }),
  );
}

/** What is said of a product. */
interface Described {
  readonly name: string;
  /** Its first paragraph is enough, and short. */
  readonly description: readonly string[];
  /** A drawing or a photograph, which share/[name].jpg.ts makes a picture of. */
  readonly image: string;
}

function describeVariety({ name, description, guide, image }: Variety): Described {
  return { name, description: guide.description ?? description, image };
}

/** A tree of a price list that is no kind of its own: a potted one. */
function describePot({ name, sizes }: PricedTree): Described {
  return { name, description: [`${name}, ${sizes.map(({ size }) => size).join(', ')}`], image: POTTED_TREE };
}

async function stands(farm: Farm, page: PageView): Promise<Product[]> {
  const records = await getRecords('stands', page);
  return records.map((stand) =>
    productOf(farm, stand, aggregate(stand.models.map(({ name, price }) => offer(name, price)))),
  );
}

function productOf(
  farm: Farm,
  { name, description, image }: Described,
  offers: AggregateOffer | Offer,
): Product {
  return {
    '@type': 'Product',
    name,
    description: say(description[0] ?? name),
    image: `${farm.website}/share/${image}.jpg`,
    offers,
  };
}

function offersOf({ name, sizes }: PricedTree): AggregateOffer {
  return aggregate(sizes.map(({ size, price }) => offer(`${name}, ${size}`, price)));
}

type PricedOffer = Offer & { price: string };

function offer(name: string, price: Pence): PricedOffer {
  return { '@type': 'Offer', name, price: toPounds(price), priceCurrency: 'GBP' };
}

function aggregate(offers: PricedOffer[]): AggregateOffer {
  const prices = offers.map(({ price }) => price).sort((a, b) => Number(a) - Number(b));
  return {
    '@type': 'AggregateOffer',
    priceCurrency: 'GBP',
    lowPrice: prices[0] ?? '',
    highPrice: prices.at(-1) ?? '',
    offerCount: offers.length,
    offers,
  };
}

async function branchBox(farm: Farm): Promise<Product> {
  const { branchBox: box, weeks } = await getShop();
  return productOf(
    farm,
    { ...box, image: BRANCH_BOX },
    {
      '@type': 'Offer',
      price: toPounds(box.pricePence),
      priceCurrency: 'GBP',
      url: `${farm.website}/nordmann-branches`,
      description: `Delivered in a week that you choose: ${weeks.map(weekLabel).join(', ')}`,
    },
  );
}

async function howTo(page: PageView): Promise<HowTo> {
  const steps = await getRecords('careSteps', page);
  return {
    '@type': 'HowTo',
    name: page.hero.heading,
    description: page.description,
    step: steps.map(({ title, description, detail }) => ({
      '@type': 'HowToStep',
      name: title,
      text: say([description, ...detail]),
    })),
  };
}

/** The questions of the page's own section or list, or all questions on the FAQ page. */
async function questionsOf(page: PageView): Promise<Question[]> {
  if (page.id === 'faq') return (await getRecords('faq', page)).flatMap(({ items }) => items);
  if ('faq' in page) return page.faq as Question[];
  const points = page.sections.faq?.points ?? [];
  return points.map(({ title, text }) => ({ question: title, answer: text === undefined ? [] : [text] }));
}

/** None for a page without questions. */
function faqPages(questions: readonly Question[]): FAQPage[] {
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question' as const,
    name: question,
    acceptedAnswer: { '@type': 'Answer' as const, text: say(answer) },
  }));
  return mainEntity.length === 0 ? [] : [{ '@type': 'FAQPage', mainEntity }];
}

/** Words as search engines are told them, without markup. */
function say(text: string | readonly string[]): string {
  return wordsToLines(text).join(' ');
}

function breadcrumbs(farm: Farm, page: PageView): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${farm.website}/` },
      { '@type': 'ListItem', position: 2, name: page.breadcrumb, item: `${farm.website}${page.path}` },
    ],
  };
}
