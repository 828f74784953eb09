import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliveryArea } from '#domain/delivery/delivery-area.ts';
import { type Farm, farmSchema } from '#domain/schemas/farm.ts';
import { type Shop, shopSchema } from '#domain/schemas/shop.ts';

/** What the shop sells, when and where: the branch box with its price in pence, the weeks, and the delivery area. */
export type Catalogue = Readonly<Shop & { readonly deliveryArea: DeliveryArea }>;

/** What the service takes from the content of a site. */
export interface SiteContent {
  readonly catalogue: Catalogue;
  readonly farm: Farm;
}

/**
 * What a site was built with, from the text of its `.content.json`. Pages and service change their price together: a
 * content file that somebody is still editing has no part in it.
 * @throws when the text has no valid `shop.json` or `farm.json`
 */
export function parseBuiltContent(contentJson: string): SiteContent {
  return parseContent(JSON.parse(contentJson));
}

/** As the content folder has it now. For development only, where an edit shows at once. */
export function readContentFolder(contentDir: string): SiteContent {
  const read = (file: string) => [file, JSON.parse(readFileSync(join(contentDir, file), 'utf8'))];
  return parseContent(Object.fromEntries(['shop.json', 'farm.json'].map(read)));
}

function parseContent(values: Record<string, unknown>): SiteContent {
  const farm = farmSchema.parse(values['farm.json']);
  const shop = shopSchema.parse(values['shop.json']);
  const deliveryArea = { ...shop.deliveryArea, phone: farm.phone };
  return { catalogue: freezeDeep({ ...shop, deliveryArea }), farm };
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freezeDeep);
  return Object.freeze(value);
}
