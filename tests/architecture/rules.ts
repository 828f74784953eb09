import type { Import, Module } from './read-modules.ts';

/** The farm's one mark: in the header, as favicon and app icon, and on share plates. */
const MARK = 'public/favicon.svg';

/** The imports that each part of the project may have besides its own files. Every part may import `src/domain`. */
const MAY_IMPORT: Record<string, string[]> = {
  'src/pages': [
    'src/layouts',
    'src/components',
    'src/islands',
    'src/browser',
    'src/content',
    'src/drawings',
    'src/styles',
    'src/forms',
    MARK,
  ],
  'src/layouts': [
    'src/components',
    'src/islands',
    'src/browser',
    'src/content',
    'src/drawings',
    'src/styles',
    'src/forms',
  ],
  'src/components': [
    'src/islands',
    'src/forms',
    'src/browser',
    'src/content',
    'src/drawings',
    'src/styles',
    MARK,
  ],
  // The search's synonyms are loaded with it.
  'src/islands': ['src/forms', 'src/browser', 'src/styles', 'content/synonyms.json'],
  'src/forms': [],
  'src/browser': [],
  'src/service-worker': [],
  'src/domain': [],
  'src/drawings': [MARK],
  'src/styles': [],
  'src/content': ['src/commands.mjs'],
  'src/env.d.ts': ['src/browser'],
  'src/build': ['src/content', 'src/commands.mjs'],
  // How the command line of every program is read.
  'src/commands.mjs': [],
  // A separate program, which might be removed. It may use only these files of the shop.
  'api/stripe-sandbox': ['api/process/shutdown.ts', 'src/commands.mjs'],
  // Of the content, what plain Node can load: reading, checking and changing the files.
  api: [
    'api/stripe-sandbox',
    'src/commands.mjs',
    'src/forms',
    'src/content/reader',
    'src/content/checks',
    'src/content/changes',
    'src/content/report',
    'src/content/season',
    'src/content/edit',
  ],
  'astro.config.mjs': ['api', 'src/build', 'src/content', 'src/commands.mjs'],
  'playwright.config.ts': ['tests'],
  tests: ['api', 'src', 'astro.config.mjs', 'playwright.config.ts'],
};

/** These run in the browser, where Node's modules do not exist. */
const IN_THE_BROWSER = ['src/islands', 'src/forms', 'src/browser', 'src/service-worker', 'src/domain'];

/** The constants that the sandbox and the shop share. */
const SANDBOX_CONSTANTS = 'src/domain/payments/payment-provider.ts';
const MAY_START_SANDBOX = [
  'api/app.ts',
  'api/payments/open-payments.ts',
  'api/operations/doctor/check-stripe.ts',
];

/** The service worker fetches the pages themselves. Every page loads `keep-pages.ts`, and none needs its errors in words. */
const MAY_FETCH = ['src/browser/api-client.ts', 'src/browser/keep-pages.ts', 'src/service-worker/worker.ts'];

/** The second is inline in the pages' HTML: a shared module would be one more file to load. */
const MAY_STORE = ['src/browser/storage.ts', 'src/browser/count-visits.ts'];

/** Every breach of the import rules, as a message that names the file. */
export function findBreaches(modules: Module[]): string[] {
  return [
    ...modules.flatMap((module) => module.imports.flatMap((each) => findImportBreaches(module, each))),
    ...modules.flatMap(findUseBreaches),
    ...findCycles(toGraph(modules, (path) => path)).map((cycle) => `${cycle.join(' -> ')}: an import cycle`),
    ...findCycles(toGraph(modules.filter(countsForFolders), findFolder))
      .filter((cycle) => !cycle.every((node) => modules.some(({ path }) => path === node)))
      .map((cycle) => `${cycle.join(' -> ')}: a cycle between folders`),
  ];
}

function findImportBreaches({ path, imports }: Module, { specifier, target, isTypeOnly }: Import): string[] {
  const part = findPart(path);
  if (part === undefined) return imports.length > 0 ? [`${path}: not in a known part`] : [];
  const breaches: string[] = [];
  const breach = (text: string) => breaches.push(`${path}: ${text} (${specifier})`);
  if (target === undefined) {
    if (part === 'src/domain') {
      const isSchemaWithZod = path.startsWith('src/domain/schemas/') && /^zod(\/|$)/.test(specifier);
      if (!isSchemaWithZod)
        breach('the domain imports nothing outside itself, and only its schemas import zod');
    } else if (IN_THE_BROWSER.includes(part) && /^(node:|astro:content$)/.test(specifier)) {
      breach('this runs in the browser, which does not have that module');
    } else if (part === 'api' && specifier.startsWith('astro:')) breach('the service runs without Astro');
    return breaches;
  }
  const targetPart = findPart(target);
  const isAllowed =
    targetPart === part ||
    targetPart === 'src/domain' ||
    (MAY_IMPORT[part] ?? []).some((allowed) => target === allowed || target.startsWith(`${allowed}/`));
  if (!isAllowed) breach(`${part} may not import ${targetPart ?? target}`);
  if (part.startsWith('api') && targetPart === 'src/domain' && !specifier.startsWith('#domain/')) {
    breach('the service imports the domain as #domain');
  }
  if (part === 'api/stripe-sandbox' && targetPart === 'src/domain' && target !== SANDBOX_CONSTANTS) {
    breach(`the sandbox may only use ${SANDBOX_CONSTANTS} of the shop`);
  }
  if (targetPart === 'api/stripe-sandbox' && part === 'api' && !MAY_START_SANDBOX.includes(path)) {
    breach('only files that start the sandbox may import it');
  }
  const isSchema = target.startsWith('src/domain/schemas/');
  if (part === 'src/domain' && isSchema && !path.startsWith('src/domain/schemas/') && !isTypeOnly) {
    breach('a domain file that imports a schema loads zod on every page that uses it; import its type');
  }
  if (!/\.[a-z0-9]+$/.test(target)) breach('plain Node needs the extension');
  return breaches;
}

function findUseBreaches({ path, callsFetch, usesStorage, readsEnvironment, startsEarly }: Module): string[] {
  const breaches: string[] = [];
  const isBuildTooling = /^src\/(build|content)\//.test(path);
  if (callsFetch && path.startsWith('src/') && !isBuildTooling && !MAY_FETCH.includes(path)) {
    breaches.push(`${path}: only src/browser/api-client.ts calls fetch()`);
  }
  if (usesStorage && path.startsWith('src/') && !MAY_STORE.includes(path)) {
    breaches.push(`${path}: only src/browser/storage.ts touches the browser's storage`);
  }
  if (readsEnvironment && path.startsWith('api/') && path !== 'api/config.ts') {
    breaches.push(`${path}: only api/config.ts reads the environment`);
  }
  if (readsEnvironment && path.startsWith('src/domain/')) {
    breaches.push(`${path}: the domain reads no environment`);
  }
  if (startsEarly) breaches.push(`${path}: a program starts in the last statement of its file`);
  return breaches;
}

/** The part that a file belongs to: its folder in the table, or its own line. */
function findPart(path: string): string | undefined {
  return Object.keys(MAY_IMPORT).find((part) => path === part || path.startsWith(`${part}/`));
}

/** Tests share their fixtures across folders. `shop.ts` only names the type of each part that the service opens. */
function countsForFolders({ path }: Module): boolean {
  return !path.startsWith('tests/') && path !== 'api/shop.ts';
}

/**
 * A file's folder. Files at the top of a part, such as `api/app.ts`, connect its folders, so each counts on its own.
 */
function findFolder(path: string): string {
  const folder = path.replace(/\/[^/]*$/, '');
  return /^(api|src|src\/\w+|tests|tests\/\w+)$/.test(folder) ? path : folder;
}

function toGraph(modules: Module[], nodeOf: (path: string) => string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of modules) {
    const node = nodeOf(path);
    const targets = graph.get(node) ?? new Set();
    for (const { target } of imports) {
      const other = target === undefined ? undefined : nodeOf(target);
      if (other !== undefined && (other !== node || node === path)) targets.add(other);
    }
    graph.set(node, targets);
  }
  return graph;
}

/** Cycles in a graph of imports, types included. Each is reported once, from its first member. */
function findCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (node: string, trail: string[]) => {
    const start = trail.indexOf(node);
    if (start >= 0) cycles.push([...trail.slice(start), node]);
    if (start >= 0 || done.has(node)) return;
    for (const target of graph.get(node) ?? []) visit(target, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}
