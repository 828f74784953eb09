import { expect, test } from '@playwright/test';
import { textOf } from '../pages/built-site.ts';
import { ProjectCopy } from '../support/project-copy.ts';

// The real pages, built for real: slow for tests, and the only proof that the parts fit.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

let project: ProjectCopy;

test.beforeAll(async () => {
  project = await ProjectCopy.create();
});

test.afterAll(() => project.remove());

test('a notice is one entry, and on every page with its days', async () => {
  const entry = '[{ "text": "Closed today: snow.", "from": "2124-12-09", "to": "2124-12-10" }]';
  await project.replace('content/farm.json', '"notices": []', `"notices": ${entry}`);
  const { code, output } = await project.run('src/build/build-site.ts');
  expect(output).toMatch(/\d+ pages in/);
  expect(code).toBe(0);
  const pages = JSON.parse(await project.read('dist/build.json')).files.filter(
    ({ page }: { page?: string }) => page !== undefined && page !== '/embed/tickets',
  );
  expect(pages.length).toBeGreaterThan(20);
  for (const { path } of pages) {
    const html = await project.read(`dist/${path}`);
    const shown = html.includes('data-from="2124-12-09T00:00:00.000Z" data-until="2124-12-11T00:00:00.000Z"');
    expect(shown, path).toBe(true);
    const words = textOf(html).includes('Saturday 9 December to Sunday 10 December: Closed today: snow.');
    expect(words, path).toBe(true);
  }
});

test('a mistake in a price stops the build with one message, and the last good site stays', async () => {
  const before = await project.read('dist/build.json');
  await project.replace('content/prices/standard.json', '"£48"', '"£4O"');
  const { code, output } = await project.run('src/build/build-site.ts');
  expect(code).toBe(1);
  expect(output).toContain('content/prices/standard.json');
  expect(output).toContain('groups["nordmann-and-fraser-fir"].sizes["6-7ft"].price');
  expect(output).toContain('"£4O"');
  expect(output).toContain('The last good site stays in place.');
  expect(output).not.toContain('    at ');
  expect(await project.read('dist/build.json')).toBe(before);
});

test('publishing shows old and new values, and the running service takes them without a restart', async () => {
  const service = await project.start(['api/server.ts'], { PORT: '0', DATA_DIR: `${project.dir}/data` });
  expect(await (await fetch(`${service.url}/prices`)).text()).toContain('£48');
  await project.replace('content/prices/standard.json', '"£4O"', '"£49"');
  const { code, output } = await project.run('src/build/publish.ts');
  expect(code).toBe(0);
  expect(output).toMatch(/prices\/standard\.json.*£48.*£49/s);
  await expect
    .poll(async () => (await fetch(`${service.url}/prices`)).text(), { timeout: 5000 })
    .toContain('£49');
  await service.stop();
});

test('nothing is built again while nothing changed', async () => {
  const { output } = await project.run('src/build/build-site.ts', '--if-changed');
  expect(output).toContain('The site is up to date');
});
