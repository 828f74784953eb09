import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliveryArea } from '#domain/delivery/delivery-area.ts';
import { type Farm, farmSchema } from '#domain/schemas/farm.ts';
import { type Shop, shopSchema } from '#domain/schemas/shop.ts';

/** What the shop sells, when and where: the branch box with its price in pence, the weeks, and the delivery area. */
export type Catalogue = Readonly<Shop & { readonly deliveryArea: DeliveryArea }>;

/**
 * The catalogue that a site was built with, out of its `.content.json`. Pages and service change their
 * price together: a content file that somebody is still editing has no part in it.
 * @throws when the file has no valid `shop.json` or `farm.json`
 */
export function readBuiltCatalogue(distDir: string): Catalogue {
  return parseBuiltCatalogue(readFileSync(join(distDir, '.content.json'), 'utf8'));
}

/** As `readBuiltCatalogue`, from the text of a `.content.json`. */
export function parseBuiltCatalogue(contentJson: string): Catalogue {
  return toCatalogue(shopSchema.parse(JSON.parse(contentJson)['shop.json']), parseBuiltFarm(contentJson));
}

/** The catalogue as the content folder has it now. For development only, where an edit shows at once. */
export function readContentCatalogue(contentDir: string): Catalogue {
  const shop = shopSchema.parse(JSON.parse(readFileSync(join(contentDir, 'shop.json'), 'utf8')));
  return toCatalogue(shop, readContentFarm(contentDir));
}

function toCatalogue(shop: Shop, { phone }: Farm): Catalogue {
  return freezeDeep({ ...shop, deliveryArea: { ...shop.deliveryArea, phone } });
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freezeDeep);
  return Object.freeze(value);
}

/**
 * The farm as the served pages know it, from the text of a site's `.content.json`.
 * @throws when the text has no valid `farm.json`
 */
export function parseBuiltFarm(contentJson: string): Farm {
  return farmSchema.parse(JSON.parse(contentJson)['farm.json']);
}

/** The farm as the content folder has it now. For development only. */
export function readContentFarm(contentDir: string): Farm {
  return farmSchema.parse(JSON.parse(readFileSync(join(contentDir, 'farm.json'), 'utf8')));
}
