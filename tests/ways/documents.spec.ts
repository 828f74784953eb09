import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
/** What people read to find their way; the pages of `content/` are for visitors. */
const documents = tracked.filter(
  (file) => /\.md$/.test(file) && !/^(content|tests\/fixtures)\/.*\//.test(file) && existsSync(file),
);
/** Programs name commands too, in what they print. */
const programs = tracked.filter((file) => /^(run\.js$|(api|src)\/)/.test(file) && existsSync(file));

/** Files and folders that documents name, which a command writes or a farm may add. */
const NOT_KEPT =
  `bench.json build.json chaos.json .content.json person.json screenshots/ content/images/ images/
  silver-fir.md silhouettes/silver-fir.svg pages/how-we-grow.md pages/trees/in-pots.md`.split(/\s+/);
/** Not an address of the site, nor a package. */
const PATH = /^(?![/@])[\w.@/[\]-]+(\/|\.(astro|c|conf|example|json|md|mjs|service|svg|timer|tsx?|ya?ml))$/;

const read = (file: string) => readFileSync(file, 'utf8');
const isKept = (name: string) =>
  tracked.some((file) =>
    name.endsWith('/') ? `/${file}`.includes(`/${name}`) : `/${file}`.endsWith(`/${name}`),
  );

test('every script that a document or a program names is in package.json', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...documents, ...programs].flatMap((file) =>
    [...read(file).matchAll(/\bnpm (?:run (?:--\w+ )*([a-z][\w:-]*)|(start|test)\b)/g)].map(
      ([, script, short]) => ({ file, script: script ?? short ?? '' }),
    ),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ script }) => !Object.hasOwn(scripts, script))).toEqual([]);
});

test('every file and folder that a document names is there', () => {
  const named = documents.flatMap((file) =>
    [...read(file).matchAll(/`([^`\n]+)`/g)]
      .flatMap(([, span = '']) => span.replace(/^\.\//, '').split(' '))
      .filter((name) => PATH.test(name) && !NOT_KEPT.includes(name))
      .map((name) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ name }) => !isKept(name))).toEqual([]);
});

test('every link between documents leads to a file, and to a heading of it', () => {
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([\w./-]*)(#[\w-]+)?\)/g)].map(([, path = '', anchor]) => ({
      file,
      path: path === '' ? file : join(dirname(file), path),
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(40);
  const isBroken = ({ path, anchor }: (typeof links)[number]) =>
    !existsSync(path) || (anchor !== undefined && !listAnchors(read(path)).includes(anchor));
  expect(links.filter(isBroken)).toEqual([]);
});

/** As GitHub makes them of headings. */
function listAnchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')}`,
  );
}
