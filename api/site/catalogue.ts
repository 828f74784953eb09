import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sayCommand } from '#commands';
import type { DeliveryArea } from '#domain/delivery/delivery-area.ts';
import { endWithSundays } from '#domain/delivery/season-end.ts';
import type { DeliveryWeek } from '#domain/delivery/weeks.ts';
import type { PaymentMode } from '#domain/payments/payment-provider.ts';
import { SERVICE_CONTENT } from '#domain/schemas/build-manifest.ts';
import { type Farm, farmSchema } from '#domain/schemas/farm.ts';
import { type Shop, shopSchema } from '#domain/schemas/shop.ts';

/** The branch box with its price in pence, the delivery weeks and the delivery area. */
export type Catalogue = Readonly<
  Omit<Shop, 'weeks'> & { readonly weeks: readonly DeliveryWeek[]; readonly deliveryArea: DeliveryArea }
>;

/** The part of a site's content that the service uses. */
export interface SiteContent {
  readonly catalogue: Catalogue;
  readonly farm: Farm;
}

/**
 * Reads the content of a built site without its pages. The service uses the prices of the build, not of `content/`, so
 * that pages and service change them together.
 * @throws Error with one message when there is no built site, or its `shop.json` or `farm.json` is not valid
 */
export async function readBuiltContent(distDir: string): Promise<SiteContent> {
  const text = await readFile(join(distDir, SERVICE_CONTENT), 'utf8').catch(() => {
    throw new Error(`There is no built site in ${distDir}; build it with \`${sayCommand('build')}\`.`);
  });
  return parseSiteContent(JSON.parse(text));
}

/**
 * The weeks of a build with what is sold of each as the content has it now. The build decides which weeks there are,
 * because its pages list them.
 */
export function keepWeeks(built: Catalogue['weeks'], now: Catalogue['weeks']): Catalogue['weeks'] {
  return built.map((week) => now.find(({ id }) => id === week.id) ?? week);
}

/** The catalogue of a shop in this mode. Where real money moves, weeks close by themselves. */
export function closeEndedWeeks(catalogue: Catalogue, mode: PaymentMode): Catalogue {
  return mode === 'live' ? { ...catalogue, weeks: endWithSundays(catalogue.weeks) } : catalogue;
}

/** Reads the content folder itself. Only for development, where an edit shows at once. */
export function readContentFolder(contentDir: string): SiteContent {
  const read = (file: string) => [file, JSON.parse(readFileSync(join(contentDir, file), 'utf8'))];
  return parseSiteContent(Object.fromEntries(['shop.json', 'farm.json'].map(read)));
}

/**
 * Parses content files by name.
 * @throws when there is no valid `shop.json` or `farm.json`
 */
export function parseSiteContent(values: Record<string, unknown>): SiteContent {
  const farm = farmSchema.parse(values['farm.json']);
  const shop = shopSchema.parse(values['shop.json']);
  const deliveryArea = { ...shop.deliveryArea, phone: farm.phone };
  return { catalogue: freezeDeep({ ...shop, deliveryArea }), farm };
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freezeDeep);
  return Object.freeze(value);
}
