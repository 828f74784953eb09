import { farmSchema } from '#domain/schemas/farm.ts';
import { hoursSchema, seasonSchema } from '#domain/schemas/hours.ts';
import { noticeSchema } from '#domain/schemas/notice.ts';
import { faqSchema, pageSchema, synonymSchema, townSchema } from '#domain/schemas/page.ts';
import { priceListSchema } from '#domain/schemas/price-list.ts';
import {
  careStepSchema,
  extraSchema,
  factsSchema,
  guideSchema,
  journeySchema,
  redirectSchema,
  serviceSchema,
  standSchema,
  structuredDataSchema,
  testimonialSchema,
  troubleshootingSchema,
} from '#domain/schemas/records.ts';
import { shopSchema } from '#domain/schemas/shop.ts';
import { silhouetteSchema, varietySchema } from '#domain/schemas/variety.ts';

/**
 * Which files in content/ contain which records. `record`: one record per file, named by the file. `list`: one file
 * with a list of records, each named by its `id`. `optional`: the file may be missing.
 */
export const COLLECTIONS = {
  farm: { files: 'farm.json', shape: 'record', schema: farmSchema },
  shop: { files: 'shop.json', shape: 'record', schema: shopSchema },
  structuredData: { files: 'structured-data.json', shape: 'record', schema: structuredDataSchema },
  seasons: { files: 'season/*.json', shape: 'record', schema: seasonSchema },
  hours: { files: 'hours/*.json', shape: 'record', schema: hoursSchema },
  facts: { files: 'facts/*.json', shape: 'record', schema: factsSchema },
  prices: { files: 'prices/*.json', shape: 'record', schema: priceListSchema },
  guides: { files: 'guides/*.json', shape: 'record', schema: guideSchema },
  varieties: { files: 'varieties/*.md', shape: 'record', schema: varietySchema },
  silhouettes: { files: 'silhouettes/*.svg', shape: 'record', schema: silhouetteSchema },
  stands: { files: 'stands/*.json', shape: 'record', schema: standSchema },
  services: { files: 'services.json', shape: 'list', schema: serviceSchema },
  testimonials: { files: 'testimonials.json', shape: 'list', schema: testimonialSchema },
  extras: { files: 'extras.json', shape: 'list', schema: extraSchema },
  journeys: { files: 'journeys.json', shape: 'list', schema: journeySchema },
  faq: { files: 'faq/*.json', shape: 'record', schema: faqSchema },
  synonyms: { files: 'synonyms.json', shape: 'list', schema: synonymSchema },
  notices: { files: 'notices.json', shape: 'list', schema: noticeSchema, optional: true },
  careSteps: { files: 'care/steps.json', shape: 'list', schema: careStepSchema },
  troubleshooting: { files: 'care/troubleshooting.json', shape: 'list', schema: troubleshootingSchema },
  redirects: { files: 'redirects.json', shape: 'list', schema: redirectSchema },
  towns: { files: 'towns/*.md', shape: 'record', schema: townSchema },
  pages: { files: 'pages/**/*.md', shape: 'record', schema: pageSchema },
} as const;

export type CollectionName = keyof typeof COLLECTIONS;
