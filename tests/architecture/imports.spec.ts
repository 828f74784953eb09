import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parseModule, readModules } from './read-modules.ts';
import { findBreaches } from './rules.ts';

test('the project keeps to its import rules', () => {
  const modules = readModules();
  expect(modules.length).toBeGreaterThan(50);
  expect(findBreaches(modules)).toEqual([]);
});

test('a folder of the service needs only those above it in the table of api/README.md', () => {
  const rows = readFileSync('api/README.md', 'utf8').matchAll(/^\| `([\w-]+)\/` \|/gm);
  const order = [...rows].map(([, folder]) => folder);
  const placeOf = (path = '') => order.indexOf(/^api\/([^/]+)\//.exec(path)?.[1]);
  const isInFolder = (path = '') => /^api\/[^/]+\//.test(path);
  const wrong = readModules()
    .filter(({ path }) => isInFolder(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => placeOf(path) < (isInFolder(target) ? placeOf(target) : 0))
        .map(({ specifier }) => `${path}: ${specifier}`),
    );
  expect(wrong).toEqual([]);
});

// The rules themselves, on made-up files. Otherwise a rule that never finds anything would seem to pass.
test('each rule finds its breach', async () => {
  for (const [path, code, breach] of [
    [
      'src/pages/index.astro',
      "---\nimport { x } from '../../api/app.ts';\n---\n",
      'src/pages may not import api',
    ],
    ['src/browser/a.ts', "import type { App } from '../../api/app.ts';", 'src/browser may not import api'],
    ['src/browser/a.ts', "type A = import('../../api/app.ts').App;", 'src/browser may not import api'],
    ['src/browser/a.ts', "import { b } from '../islands/b.tsx';", 'src/browser may not import src/islands'],
    [
      'src/components/A.astro',
      "---\nimport P from '../pages/p.astro';\n---",
      'src/components may not import src/pages',
    ],
    [
      'src/components/A.astro',
      "---\n---\n<script>import x from '../layouts/x.ts';</script>",
      'src/components may not import',
    ],
    [
      'src/islands/a.tsx',
      "import { x } from '../content/site.ts';",
      'src/islands may not import src/content',
    ],
    [
      'src/islands/a.tsx',
      "const x = await import('../build/swap.ts');",
      'src/islands may not import src/build',
    ],
    ['src/islands/a.tsx', "import { join } from 'node:path';", 'this runs in the browser'],
    ['src/domain/a.ts', "export * from '../browser/b.ts';", 'src/domain may not import src/browser'],
    ['src/domain/a.ts', "import { z } from 'zod';", 'only its schemas import zod'],
    ['src/domain/schemas/a.ts', "import { readFileSync } from 'node:fs';", 'imports nothing outside itself'],
    ['src/domain/a.ts', "import { s } from './schemas/s.ts';", 'loads zod'],
    ['src/domain/a.ts', "import { type S } from './schemas/s.ts';", 'loads zod'],
    ['src/domain/a.ts', 'export const a = process.env.A;', 'the domain reads no environment'],
    ['api/a.ts', "import { b } from '../src/content/b.ts';", 'api may not import src/content'],
    ['api/a.ts', "import { b } from '../src/domain/b.ts';", 'imports the domain as #domain'],
    ['api/a.ts', "import { b } from './b';", 'needs the extension'],
    ['api/a.ts', "import { getEntry } from 'astro:content';", 'runs without Astro'],
    [
      'api/stripe-sandbox/a.ts',
      "import { b } from '../orders/b.ts';",
      'api/stripe-sandbox may not import api',
    ],
    ['api/stripe-sandbox/a.ts', "import { b } from '#domain/money.ts';", 'the sandbox may only use'],
    ['api/orders/a.ts', "import { b } from '../stripe-sandbox/b.ts';", 'only files that start the sandbox'],
    ['api/a.ts', 'const { PORT } = process.env;', 'only api/config.ts reads the environment'],
    ['api/a.ts', "import { env } from 'node:process';", 'only api/config.ts reads the environment'],
    [
      'src/islands/a.tsx',
      "const b = <b>{fetch('/api')}</b>;",
      'only src/browser/api-client.ts calls fetch()',
    ],
    ['src/browser/a.ts', "window.fetch('/api');", 'only src/browser/api-client.ts calls fetch()'],
    ['src/islands/a.tsx', "localStorage.getItem('a');", 'only src/browser/storage.ts touches'],
    ['src/browser/a.ts', 'window.sessionStorage.clear();', 'only src/browser/storage.ts touches'],
    ['src/helpers/a.ts', "import './b.ts';", 'not in a known part'],
    ['src/build/a.ts', 'if (import.meta.main) { run(); }\nconst LIMIT = 1;', 'starts in the last statement'],
  ] as const) {
    expect(findBreaches([parseModule(path, code)]).join(), code).toContain(breach);
  }
});

test('finds a cycle, even through types', () => {
  const modules = [
    parseModule('src/browser/a.ts', "import { b } from './b.ts';"),
    parseModule('src/browser/b.ts', "import type { C } from './c.ts';"),
    parseModule('src/browser/c.ts', "import { a } from './a.ts';"),
    parseModule('src/browser/d.ts', "import { a } from './a.ts'; import { b } from './b.ts';"),
  ];
  expect(findBreaches(modules)).toEqual([
    'src/browser/a.ts -> src/browser/b.ts -> src/browser/c.ts -> src/browser/a.ts: an import cycle',
  ]);
});

test('finds two folders that need each other, even if no two files do', () => {
  const modules = [
    parseModule('api/orders/a.ts', "import { b } from '../mail/b.ts';"),
    parseModule('api/mail/b.ts', ''),
    parseModule('api/mail/c.ts', "import type { D } from '../orders/d.ts'; import { e } from '../e.ts';"),
    parseModule('api/e.ts', "import { a } from './orders/a.ts';"),
  ];
  expect(findBreaches(modules)).toContain('api/orders -> api/mail -> api/orders: a cycle between folders');
});
