import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { formatPrice } from '#domain/money.ts';
import { OFFICE_PAGES, OFFICE_SHELL } from '#domain/office.ts';
import { CONTENT_PAGES, townPath } from '#domain/pages.ts';
import type { SeoFigures } from '#domain/seo-figures.ts';
import { readContent as readParsed } from '../../src/content/reader/read-content.ts';
import { payWith } from '../browser/checkout/buyer.ts';
import { ANN, fill, openForm, quantity, submit } from '../browser/order/order-page.ts';
import { pagePaths, readPage, textOf, validateMarkup } from '../pages/built-site.ts';
import { findFreePort } from '../support/free-port.ts';
import { ADMIN_PASSWORD } from '../support/sign-in.ts';
import { watchContext } from '../support/watch-context.ts';
import { cloneProject, type Ended, type Started, start, type, typed } from './clone.ts';

// Every way that the documents send a person down, as it is typed or tapped, with nothing in the place of anything: the
// farm's content, Astro, the service, its sandbox, and `data` and `dist` where they are. One copy and one build for all,
// so the tests are one story, and each leaves to the next what a person would find.
test.describe.configure({ mode: 'serial', timeout: 300_000 });

/** Nobody's own prices, so that a page shows them only where they were published; and each dear enough to be asked about. */
const PHONE_PRICE = '£641.15';
const PRICE = '£941.15';
const PRICES = 'prices/standard.json';
/** Tools of whoever works on the project, which take minutes: `architecture/starter.spec.ts` reads their lines. */
const LONG = 'check format test test:quick screenshots pictures:update bench chaos platforms'.split(' ');

let project: string;
/** Where the archives are unpacked. */
let elsewhere: string;
let service: Started;
let context: BrowserContext;
let page: Page;
let findings: string[];
let orderNumber: string;
/** The folder of the archive, and of that with the editor. They take longest, so they are packed beside what follows. */
let release: Promise<string>;
let editor: Promise<string>;

const shownPrice = (price = PRICE) => page.getByRole('cell', { name: price }).first();
const readContent = (file: string) => readFileSync(join(project, 'content', file), 'utf8');
const readYear = () => Number(JSON.parse(readContent('season/trees.json')).from.slice(0, 4));
/** What git says of the copy: changed and new files, and with `!!` before them those that it was told to ignore. */
const listChanges = () =>
  execFileSync('git', ['status', '--porcelain', '--ignored'], { cwd: project, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .sort();
const readPrices = async () => (await fetch(`${service.url}/prices`)).text();

test.beforeAll(async ({ browser }) => {
  project = await cloneProject();
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  findings = watchContext(context);
  context.setDefaultTimeout(30_000);
  page = await context.newPage();
  elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'));
});

test.afterEach(() => expect(findings).toEqual([]));

test.afterAll(async () => {
  await service?.stop();
  for (const folder of [project, elsewhere]) await rm(folder, { recursive: true, force: true });
});

test('a fresh copy is built and served', async () => {
  service = await startProject('node run.js start');
  await page.goto(`${service.url}/prices`);
  await expect(page.getByRole('main')).toContainText('£');
});

test('it has exactly the pages of content/, which are valid and have the box’s price and no broken link', async () => {
  const dist = join(project, 'dist');
  const { towns, shop } = (await readParsed(join(project, 'content'))).content;
  const own = Object.values(CONTENT_PAGES).map(({ path }) => path);
  const office = [OFFICE_SHELL, OFFICE_PAGES['admin/orders'].path, OFFICE_PAGES['admin/packing/scan'].path];
  const paths = pagePaths(dist);
  expect(paths).toEqual([...own, ...office, ...towns.map(({ id }) => townPath(id))].sort());
  for (const path of paths) expect.soft(await validateMarkup(readPage(path, dist)), path).toEqual([]);
  const figures: SeoFigures = JSON.parse(readFileSync(join(dist, 'seo-figures.json'), 'utf8'));
  expect(figures.brokenLinks).toEqual([]);
  expect(figures.redirects.filter(({ problem }) => problem !== undefined)).toEqual([]);
  expect(figures.pageWeights.length).toBeGreaterThan(0);
  const pricePence = shop[0]?.data.branchBox.pricePence;
  for (const path of ['/nordmann-branches', '/nordmann-foliage-payment'])
    expect(textOf(readPage(path, dist)), path).toContain(pricePence && formatPrice(pricePence));
});

test('the owner changes a price, a photograph and the season on a phone, looks at it, publishes it, and thinks of taking it back', async () => {
  await signIn(service.url);
  await page.goto(`${service.url}/admin/content/file?name=pages%2Fvisit.md`);
  await page.locator('[name="hero.image.@file"]').setInputFiles({
    name: 'gate.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 640, height: 320, channels: 3, background: '#8fb3c9' } })
      .jpeg()
      .toBuffer(),
  });
  await page.locator('[name="hero.imageAlt"]').fill('The gate in the morning');
  await page.getByRole('button', { name: 'Save the draft' }).click();

  const year = readYear() + 1;
  await page.goto(`${service.url}/admin/content/season`);
  await page.getByLabel('Season of').fill(String(year));
  await page.getByRole('button', { name: 'Show its days' }).click();
  await page.getByRole('button', { name: /as a draft$/ }).click();

  await draftPrice(service.url, PHONE_PRICE);
  await build('Preview', page.getByRole('region', { name: 'Preview' }));
  await page.goto(`${service.url}/admin/preview/prices`);
  await expect(shownPrice(PHONE_PRICE)).toBeVisible();
  await page.goto(`${service.url}/prices`);
  await expect(shownPrice(PHONE_PRICE)).toBeHidden();
  await page.goto(`${service.url}/admin/content/publish`);
  await publish();
  await page.goto(`${service.url}/prices`);
  await expect(shownPrice(PHONE_PRICE)).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
  await page.getByText('Discard everything').click();
  await page.getByRole('button', { name: /^Discard / }).click();
  await page.goto(`${service.url}/visit`);
  const picture = page.getByAltText('The gate in the morning');
  await expect(picture).toBeVisible();
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  await expect(page.getByText(String(year)).first()).toBeVisible();
});

test('‘Closed today’ is on every page at once, until it is taken down', async () => {
  await page.goto(`${service.url}/admin`);
  await page.locator('summary').filter({ hasText: 'Closed today' }).click();
  await page.getByLabel('The reason, if you like').first().fill('geese on the lane');
  await page.getByRole('button', { name: 'Show it now' }).first().click();
  await page.goto(`${service.url}/faq`);
  await expect(page.getByText('geese on the lane')).toBeVisible();
  await page.goto(`${service.url}/admin`);
  await page.getByRole('button', { name: 'Take it down' }).click();
  await page.goto(`${service.url}/faq`);
  await expect(page.getByText('geese on the lane')).toBeHidden();
});

test('a buyer orders boxes and pays for them by card', async () => {
  orderNumber = await buyBoxes(service.url);
});

test('the copy has changed where an editor has changed it, and nowhere else', async () => {
  const changed = listChanges();
  expect(changed).toContain('?? content/images/');
  expect(changed).toContain(' M content/shop.json');
  expect(changed).toContain(` M content/${PRICES}`);
  // Beside these, what is ignored, in folders of the copy's own.
  expect(changed.filter((line) => !/^( M|\?\?) content\/|^!! [^/]+\/$/.test(line))).toEqual([]);
});

test('what is edited by hand is checked, published, and put back by a command', async () => {
  const before = listChanges();
  const list = readContent(PRICES);
  const edit = (price: string) =>
    writeFile(join(project, 'content', PRICES), list.replace(/"price": "[^"]*"/, `"price": "${price}"`));
  await edit('£4O');
  for (const line of ['npm run content:check', 'npm run build']) {
    const { output } = await run(line, 1);
    expect(output).toContain(PRICES);
    expect(output).toContain('£4O');
  }
  await edit(PRICE);
  expect((await run('npm run content:check')).output).toContain('No mistakes');
  await run('npm run content:report');
  expect((await run('npm run content:publish', 1)).output).toContain('more than 30 % dearer');
  await run('npm run content:publish -- --yes');
  await expect.poll(readPrices).toContain(PRICE);
  await run('npm run content:undo -- --yes');
  await expect.poll(readPrices).not.toContain(PRICE);
  const year = readYear() + 1;
  expect((await run(`npm run content:season -- ${year}`)).output).toContain(`-> ${year}-`);
  expect(listChanges()).toEqual(before);
});

test('commands beside the running service', async () => {
  const before = listChanges();
  const [people, person, host] = await Promise.all([
    run('npm run people'),
    run(`npm run person -- ${ANN['E-mail address']}`),
    run('npm run static-host -- https://shop.example.com'),
    run('npm run licences'),
    run('npm run doctor', 1),
  ]);
  expect(people.output).toContain('Owner');
  expect(person.output).toContain(orderNumber);
  expect(host.output).toContain('The site is up to date');
  expect(readdirSync(join(project, 'static-host'))).toContain('prices.html');
  expect(listChanges()).toEqual([...before, '!! static-host/'].sort());
  // With a Node of 50 MB each.
  release = unpack('npm run bundle', 72e6);
  const machine = `${process.platform}-${process.arch}`;
  editor = release.then(() => unpack(`npm run bundle -- --editor --platform ${machine}`, 132e6));
  for (const folder of [release, editor]) folder.catch(() => 'whoever waits for it is told');
});

test('a backup is put back, and the next start has its orders', async () => {
  const { output } = await run('npm run backup');
  const [file = ''] = /data\/backups\/\S+\.db/.exec(output) ?? [];
  await close(service);
  await run(`npm run restore -- ${file}`);
  // There is no Postgres here, so this is how it ends where none answers: with the shop as it was.
  const there = { DATABASE_URL: 'postgres://farm@127.0.0.1:9/farm' };
  expect((await run('npm run move', 1, there)).output).toContain('ECONNREFUSED');
  service = await startProject('npm start');
  await signIn(service.url);
  await page.goto(`${service.url}/admin/orders?q=${orderNumber}`);
  await expect(page.getByText(orderNumber).first()).toBeVisible();
  await close(service);
});

test('the archive sells a box from an empty folder', async () => {
  const shop = await startRelease(await release);
  await buyBoxes(shop.url);
  await close(shop);
});

test('with the editor it also publishes a price', async () => {
  const shop = await startRelease(await editor);
  await signIn(shop.url);
  await draftPrice(shop.url);
  await publish();
  await page.goto(`${shop.url}/prices`);
  await expect(shownPrice()).toBeVisible();
  await close(shop);
});

test('developing, on the same data: one port, and a new route at once', async () => {
  const development = await start(project, 'npm run dev', { ADMIN_PASSWORD });
  const { url } = development;
  const ask = async (path: string) => (await fetch(url + path)).text();
  const html = await ask('/visit');
  expect(html).toContain('/@vite/client');
  expect(html).not.toContain('data-keep-pages');
  const missing = await fetch(`${url}/api/nothing`);
  expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'not_found' }]);
  const worker = await ask('/sw.js');
  expect(worker, 'clears up what the built site has left in the browser').toContain('unregister()');
  expect(worker).not.toMatch(/^const PRECACHE|^\s*import\b/m);
  const moved = await fetch(`${url}/about`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, '/about-us']);

  await signIn(url);
  for (const [path, title, text] of [
    ['/order?key=nobodys', /^Not found: /, 'Open the link in your confirmation'],
    ['/nordmann-branches/thank-you?session_id=nobodys', /^Not found: /, 'We can’t find this order'],
    ['/admin/packing', /^Weeks: /, 'Which week?'],
    ['/admin/messages', /^0 new: /, 'New (0)'],
  ] as const) {
    await page.goto(url + path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('main')).toContainText(text);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('.skip-link'), path).toHaveCSS('position', 'absolute');
    await page.waitForLoadState('networkidle');
  }
  expect(findings.splice(0).filter((each) => !each.includes('status of 404'))).toEqual([]);
  // A form with mistakes comes back in its page.
  const form = await page.request.post(`${url}/api/contact-submit`, {
    form: { name: 'Anna Field', email: 'anna' },
    headers: { Origin: url },
  });
  expect(form.status()).toBe(422);
  expect(await form.text()).toMatch(/<title>Error: [\s\S]*<header[\s\S]*value="Anna Field"/);

  // Vite has an open page load again, which would meet the API that does not load.
  await page.goto('about:blank');
  const app = join(project, 'api/app.ts');
  const beginning = 'const app = new Hono();';
  const change = (after: string) =>
    writeFile(app, readFileSync(app, 'utf8').replace(/const app = new Hono\(\);.*/, `${beginning} ${after}`));
  await change("app.get('/added', (c) => c.text('added'));");
  await expect.poll(() => ask('/added')).toBe('added');
  // A pause like a person's: Vite's watcher merges two quick saves and misses the second.
  await wait(500);
  await change('app.get(');
  await expect.poll(() => ask('/added')).toBe('The API does not load; the terminal says why.');
  expect(await ask('/visit')).toContain('</html>');
  await development.stop();
  await run('npm run setup');
});

test('no script of package.json is left out', () => {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  expect([...typed, ...LONG].sort()).toEqual(Object.keys(scripts).sort());
});

/** Types a line in the copy, and expects how it ends. */
async function run(line: string, code = 0, env?: Record<string, string>): Promise<Ended> {
  const ended = await type(project, line, env);
  expect(ended.code, `${line}\n${ended.output}`).toBe(code);
  return ended;
}

async function startProject(line: string): Promise<Started> {
  return start(project, line, { PORT: String(await findFreePort()), ADMIN_PASSWORD });
}

/** @param most bytes that the archive may have @returns the folder that it was unpacked to */
async function unpack(line: string, most: number): Promise<string> {
  const { output } = await run(line);
  const [archive = ''] = /\S+\.tar\.gz/.exec(output) ?? [];
  expect(statSync(archive).size, archive).toBeLessThan(most);
  execFileSync('tar', ['-xzf', archive, '-C', elsewhere]);
  await rm(archive);
  return join(elsewhere, basename(archive, '.tar.gz'));
}

/** As api/deploy/README.md says: with Node 24 or newer, which is the tests' own. */
async function startRelease(folder: string): Promise<Started> {
  const PATH = dirname(process.execPath) + delimiter + process.env.PATH;
  const env = { PATH, PORT: String(await findFreePort()), ADMIN_PASSWORD };
  return start(folder, 'npm start', { ...env, NODE_ENV: 'production', NEW_SHOP: '1', PAYMENTS: 'sandbox' });
}

/** Ends a server that the browser has a page of. */
async function close(server: Started): Promise<void> {
  await page.goto('about:blank');
  await server.stop();
}

async function signIn(url: string): Promise<void> {
  await context.clearCookies();
  await page.goto(`${url}/admin`);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Today on the farm' })).toBeVisible();
}

/** As far as the page that publishes. */
async function draftPrice(url: string, to = PRICE): Promise<void> {
  await page.goto(`${url}/admin`);
  await page.locator('summary').filter({ hasText: 'Prices' }).click();
  await page.locator(`a[href$="${encodeURIComponent(PRICES)}"]`).click();
  const price = page.locator('[name="groups.0.sizes.0.price"]');
  await expect(price).toBeAttached();
  const folds = page.locator('details:not([open])').filter({ has: price });
  while (await price.isHidden()) await folds.first().locator('> summary').click();
  await price.fill(to);
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByRole('link', { name: 'Look at it and publish' }).last().click();
}

async function publish(): Promise<void> {
  for (const box of await page.getByLabel('Yes, I mean it').all()) await box.check();
  await build('Publish', page.getByRole('heading', { name: 'Published' }));
}

/** @param done what is seen when all went well */
async function build(button: string, done: Locator): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const refusal = page.getByRole('alert');
  await expect(done.or(refusal).first()).toBeVisible({ timeout: 120_000 });
  expect(await refusal.allTextContents()).toEqual([]);
}

/** @returns the order's number */
async function buyBoxes(url: string): Promise<string> {
  await openForm(page, `${url}/nordmann-branches`);
  await quantity(page).fill('2');
  await page.locator('[name="deliveryWeek"]:enabled').first().check();
  await fill(page, ANN);
  await submit(page).click();
  await payWith(page, '4242424242424242');
  const number = page.getByText(/Your order number is BB-/);
  await expect(number).toBeVisible();
  return /BB-[\w-]+/.exec(await number.innerText())?.[0] ?? '';
}
