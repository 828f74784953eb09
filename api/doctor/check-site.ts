import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SANDBOX_PUBLISHABLE_KEY } from '#domain/payment-sandbox.ts';
import type { PaymentsConfig } from '../config.ts';
import type { SiteSnapshot } from '../site/site-snapshot.ts';
import { conclude, type Finding } from './finding.ts';

const PUBLISHABLE_KEY = /pk_(?:test|live)_\w+/g;

/** The key that the pages were built with decides where they pay; the service must expect payments there. */
export function checkBuiltPayments({ files }: SiteSnapshot, payments: PaymentsConfig): Finding[] {
  const scripts = [...files.values()].filter(({ path }) => path.endsWith('.js'));
  const found = scripts.flatMap(
    ({ identity }) => Buffer.from(identity).toString('utf8').match(PUBLISHABLE_KEY) ?? [],
  );
  const wanted = payments.mode === 'stripe' ? payments.publishableKey : SANDBOX_PUBLISHABLE_KEY;
  const nameOf = (key: string) => (key === SANDBOX_PUBLISHABLE_KEY ? 'the payment sandbox' : 'Stripe');
  const [built = SANDBOX_PUBLISHABLE_KEY] = found.filter((key) => key !== SANDBOX_PUBLISHABLE_KEY);
  const problems =
    found.length === 0
      ? ['The built pages know no way to pay: build the site again with `npm run build`.']
      : built === wanted
        ? []
        : [
            `The pages were built to pay by ${nameOf(built)} and the service expects ${nameOf(wanted)}${nameOf(built) === nameOf(wanted) ? ' with another key' : ''}: run \`npm run build\` with the variables that the service has.`,
          ];
  return conclude('built pages', problems, `The pages pay where the service expects it: ${nameOf(wanted)}.`);
}

/** Prices and facts are those of the build. Where the content folder says something else, a publication is due. */
export function checkBuiltContent({ contentJson }: SiteSnapshot, contentDir: string): Finding[] {
  const built = JSON.parse(contentJson) as Record<string, unknown>;
  const changed = ['shop.json', 'farm.json'].filter((name) => {
    const inFolder = readJson(join(contentDir, name));
    return inFolder !== undefined && JSON.stringify(inFolder) !== JSON.stringify(built[name]);
  });
  const problems = changed.map(
    (name) =>
      `The site was built with another content/${name} than lies there now${name === 'shop.json' ? ', prices and weeks among it' : ''}: run \`npm run content:publish\`.`,
  );
  return conclude('built content', problems, 'The site was built with the prices and facts in content/.');
}

/** Undefined where only the built site was put on the server. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return null;
  }
}
