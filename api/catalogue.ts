import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shopSchema } from '#domain/schemas/shop.ts';

/** What the shop sells: the branch box with its price in pence, and the delivery weeks. */
export type Catalogue = Readonly<ReturnType<typeof shopSchema.parse>>;

/**
 * The catalogue that a site was built with, out of its `.content.json`. Pages and service change their
 * price together: a content file that somebody is still editing has no part in it.
 * @throws when the file has no valid `shop.json`
 */
export function readBuiltCatalogue(distDir: string): Catalogue {
  return parseBuiltCatalogue(readFileSync(join(distDir, '.content.json'), 'utf8'));
}

/** As `readBuiltCatalogue`, from the text of a `.content.json`. */
export function parseBuiltCatalogue(contentJson: string): Catalogue {
  return freezeDeep(shopSchema.parse(JSON.parse(contentJson)['shop.json']));
}

/** The catalogue as the content folder has it now. For development only, where an edit shows at once. */
export function readContentCatalogue(contentDir: string): Catalogue {
  return freezeDeep(shopSchema.parse(JSON.parse(readFileSync(join(contentDir, 'shop.json'), 'utf8'))));
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freezeDeep);
  return Object.freeze(value);
}
