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

type Question = { id: string; question: string; answer: readonly string[] };

type Thing = Graph['@graph'][number];

/** A page's structured data: the kinds that its content file names, and its breadcrumb if search engines list it. */
export function structuredData(page: PageView): Thing[] {
  const farm = getFarm();
  const things: Thing[] = [];
  for (const kind of page.structuredData) {
    if (kind === 'business') things.push(business(farm));
    if (kind === 'tourist-attraction') things.push(touristAttraction(farm, page));
    if (kind === 'product') things.push(...products(farm, page));
    if (kind === 'how-to') things.push(howTo(page));
    if (kind === 'faq') things.push(...faqPages(questionsOf(page)));
  }
  if (page.isListed && page.path !== '/') things.push(breadcrumbs(farm, page));
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
function openingHours() {
  const { opening } = getStructuredData();
  return opening && describeOpeningHours(opening);
}

/** The business and the attraction are one thing, the farm, of which each page tells what it has to. */
function farmItself(farm: Farm) {
  const home = getPage('index');
  return {
    '@id': `${farm.website}/#farm`,
    name: farm.name,
    url: `${farm.website}/`,
    image: `${farm.website}/share/${home.shareImage}.jpg`,
    telephone: farm.phone.replace(/^0/, '+44 '),
    address: addressOf(farm),
    geo: {
      '@type': 'GeoCoordinates' as const,
      latitude: farm.place.latitude,
      longitude: farm.place.longitude,
    },
  };
}

function business(farm: Farm): LocalBusiness {
  const { priceRange } = getStructuredData();
  return {
    '@type': 'LocalBusiness',
    ...farmItself(farm),
    email: farm.email,
    priceRange: `${formatPrice(priceRange.low)}-${formatPrice(priceRange.high)}`,
    paymentAccepted: 'Card, contactless, cash',
    currenciesAccepted: 'GBP',
    sameAs: [farm.links.facebook, farm.links.instagram],
    ...openingHours(),
  };
}

function touristAttraction(farm: Farm, page: PageView): TouristAttraction {
  return {
    '@type': 'TouristAttraction',
    ...farmItself(farm),
    description: page.description,
    isAccessibleForFree: true,
    publicAccess: true,
    ...openingHours(),
  };
}

/**
 * The products of the page: the branch box, its price list, the stands, or otherwise the varieties with their lowest
 * price. Prices for the trade are no offer to everybody.
 */
function products(farm: Farm, page: PageView): Product[] {
  if (page.prices?.kind === 'wholesale') return [];
  if (page.id === 'nordmann-branches') return [branchBox(farm, page)];
  if (page.id === 'tree-stands') return stands(farm, page);
  // In the words of the page about them, whose readings fill their tokens.
  const varieties = getRecords('varieties', getPage('tree-varieties'));
  if (page.prices !== undefined) {
    return pricedTrees(page.prices).map((tree) => {
      const kind = varieties.find(({ type }) => type === tree.type);
      return productOf(
        farm,
        page,
        kind ? { ...describeVariety(kind), name: tree.name } : describePot(tree),
        offersOf(tree),
      );
    });
  }
  return varieties.map((kind) =>
    productOf(farm, page, describeVariety(kind), {
      '@type': 'AggregateOffer',
      priceCurrency: 'GBP',
      lowPrice: toPounds(kind.guide.from),
      availability: AT_THE_FARM,
    }),
  );
}

/** What is said of a product. */
interface Described {
  readonly name: string;
  /** Its first paragraph is enough, and short. */
  readonly description: readonly string[];
  /** A drawing or a photograph, which share/[...name].jpg.ts makes a picture of. */
  readonly image: string;
}

function describeVariety({ name, description, guide, image }: Variety): Described {
  return { name, description: guide.description ?? description, image };
}

/** A tree of a price list that is no kind of its own: a potted one. */
function describePot({ name, sizes }: PricedTree): Described {
  return { name, description: [`${name}, ${sizes.map(({ size }) => size).join(', ')}`], image: POTTED_TREE };
}

function stands(farm: Farm, page: PageView): Product[] {
  const records = getRecords('stands', page);
  return records.map((stand) =>
    productOf(farm, page, stand, aggregate(stand.models.map(({ name, price }) => offer(name, price)))),
  );
}

function productOf(
  { website }: Farm,
  { path }: PageView,
  { name, description, image }: Described,
  offers: AggregateOffer | Offer,
): Product {
  return {
    '@type': 'Product',
    // The same on every page that offers it.
    '@id': `${website}/#${name.toLowerCase().replaceAll(' ', '-')}`,
    url: `${website}${path}`,
    name,
    description: say(description[0] ?? name),
    image: `${website}/share/${image}.jpg`,
    offers,
  };
}

function offersOf({ name, sizes }: PricedTree): AggregateOffer {
  return aggregate(sizes.map(({ size, price }) => offer(`${name}, ${size}`, price)));
}

/** Trees and stands are not sent. */
const AT_THE_FARM = 'https://schema.org/InStoreOnly';

type PricedOffer = Offer & { price: string };

function offer(name: string, price: Pence): PricedOffer {
  return {
    '@type': 'Offer',
    name,
    price: toPounds(price),
    priceCurrency: 'GBP',
    availability: AT_THE_FARM,
  };
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

function branchBox(farm: Farm, page: PageView): Product {
  const { branchBox: box } = getShop();
  const country = 'GB';
  return productOf(
    farm,
    page,
    { ...box, image: BRANCH_BOX },
    {
      '@type': 'Offer',
      price: toPounds(box.pricePence),
      priceCurrency: 'GBP',
      // Without weeks and their end: search engines keep what they read, and the farm closes a week at once.
      availability: 'https://schema.org/InStock',
      // Delivery is in the price.
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'GBP' },
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
      },
      // Cut branches do not keep: shop.json has the terms.
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: country,
        returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
      },
      description: 'Delivered in the week that you choose',
    },
  );
}

function howTo(page: PageView): HowTo {
  const steps = getRecords('careSteps', page);
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
export function questionsOf(page: PageView): Question[] {
  if (page.id === 'faq') return getRecords('faq', page).flatMap(({ items }) => items);
  if ('faq' in page) return page.faq as Question[];
  const points = page.sections.faq?.points ?? [];
  return points.map(({ title, text }, index) => ({
    id: `question-${index + 1}`,
    question: title,
    answer: text === undefined ? [] : [text],
  }));
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
