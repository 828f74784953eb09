import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { openContentEditing } from '../../../api/content/content-editing.ts';
import { BUILD_PROGRAM, type ContentUnderTest, expect, PATIENT, test } from './content-under-test.ts';
import { partsOf } from './edit-draft.ts';
import { readFormEntries } from './read-form.ts';

const author = { id: 'owner', name: 'Owner' };
const person = author.name;
const FARM = 'farm.json';
const SEASON = 'season/trees.json';
const NEW_PHONE = '01632 960 777';

async function draftPhone(content: ContentUnderTest, phone = NEW_PHONE) {
  const { draft } = partsOf(content);
  const { bytes = Buffer.of(), hash: seen = null } = (await draft.readFile(FARM)) ?? {};
  const text = Buffer.from(bytes)
    .toString()
    .replace(/"phone": "[^"]+"/, `"phone": "${phone}"`);
  return draft.saveFile({ file: FARM, bytes: Buffer.from(text), seen, person: author });
}

async function publish(content: ContentUnderTest) {
  const { publisher, review } = partsOf(content);
  const { chosen: files, digest: confirmed } = await review();
  return publisher.publish({ person: author, files, confirmed });
}

/** Waits for the job's end. @returns it */
async function finished(content: ContentUnderTest) {
  const { publisher } = partsOf(content);
  await expect.poll(() => publisher.job()?.state, PATIENT).not.toBe('running');
  return publisher.job();
}

const beside = ({ contentDir }: ContentUnderTest, name: string) => join(contentDir, '..', name);
/** What the stand-in for the build looks for: beside the copy that it builds from. */
const forBuild = ({ app }: ContentUnderTest, name: string) => join(dirname(app.file), name);

test('what fails, the build or the writing, leaves the files as they were and the draft as it is, also one that is saved meanwhile, and says why', async ({
  content,
}) => {
  // Three builds.
  test.slow();
  const { draft, publisher } = partsOf(content);
  const original = await content.readFile(FARM);
  await draftPhone(content);
  for (const name of ['build-waits', 'build-fails']) await writeFile(forBuild(content, name), '');
  await publish(content);
  await expect.poll(() => publisher.job()?.step, PATIENT).toContain('2/4');
  const isDraft = [{ file: FARM, isConflict: false }];
  expect(await draft.list()).toMatchObject(isDraft);
  await draftPhone(content);
  const { html } = await content.read(`/admin/content/file?name=${FARM}`);
  await content.post(`/admin/content/file?name=${FARM}`, { ...readFormEntries(html), shortName: 'Come in' });
  expect(await draft.list()).toMatchObject(isDraft);
  await rm(forBuild(content, 'build-waits'));
  expect(await finished(content)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('The page /prices does not render.'),
  });
  expect(await content.readFile(FARM)).toBe(original);
  expect(await draft.list()).toMatchObject([{ file: FARM, person, isConflict: false }]);
  const { html: told } = await content.read('/admin/content/progress');
  expect(told).toMatch(/The site couldn’t be built\..*<details>.*The page \/prices does not render\./s);
  expect(told.replaceAll(/<details>.*?<\/details>/gs, '')).not.toContain('does not render');
  await rm(forBuild(content, 'build-fails'));
  // Files that cannot be written, as on a full disk: their folder cannot be made.
  const green = { create: { width: 8, height: 8, channels: 3, background: 'green' } } as const;
  const bytes = await sharp(green).png().toBuffer();
  await draft.saveFile({ file: 'images/gate.png', bytes, seen: null, person: author });
  await symlink(beside(content, 'nowhere'), join(content.contentDir, 'images'));
  await publish(content);
  expect(await finished(content)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('images'),
  });
  expect(await content.readFile(FARM)).toBe(original);
  expect(await draft.list()).toHaveLength(2);
  // It was built already, and is built again from the files.
  await content.app.store.refresh();
  expect(await (await content.app.get('/prices')).text()).not.toContain(NEW_PHONE);
  await rm(join(content.contentDir, 'images'));
  await publish(content);
  expect(await finished(content)).toMatchObject({ state: 'done' });
  expect(await content.readFile(FARM)).toContain(NEW_PHONE);
  expect(await content.readFile(FARM)).toContain('Come in');
});

test('nothing is published that has a mistake, was not seen, or was changed by hand meanwhile', async ({
  content,
}) => {
  const { draft, publisher, review } = partsOf(content);
  expect(await publish(content)).toMatchObject({
    ok: false,
    problem: { error: 'There’s nothing to publish.' },
  });
  await draftPhone(content);
  const { digest: confirmed } = await review();
  await draftPhone(content, '01632 960 778');
  expect(await publisher.publish({ person: author, files: [FARM], confirmed })).toMatchObject({
    problem: { code: 'content_changed_meanwhile' },
  });
  await draftPhone(content, 'a phone');
  expect(await publish(content)).toMatchObject({ problem: { code: 'content_invalid' } });
  await draft.discard();
  await draftPhone(content);
  await content.writeFile(FARM, '{}\n');
  expect(await publish(content)).toMatchObject({ problem: { code: 'content_changed_meanwhile' } });
});

test('what is drafted and changed by hand during a build is kept', async ({ content }) => {
  const { draft, history } = partsOf(content);
  await history.record();
  await draftPhone(content);
  await writeFile(forBuild(content, 'build-waits'), '');
  await publish(content);
  await expect.poll(() => partsOf(content).publisher.job()?.step, PATIENT).toContain('2/4');
  await draftPhone(content, '01632 960 779');
  const season = await content.readFile(SEASON);
  await content.writeFile(SEASON, season.replace('{', '{ '));
  const farm = await content.readFile(FARM);
  await content.writeFile(FARM, farm.replace(/"shortName": "[^"]+"/, '"shortName": "By hand"'));
  await rm(forBuild(content, 'build-waits'));
  expect(await finished(content)).toMatchObject({ state: 'done' });
  const published = await content.readFile(FARM);
  expect(published).toContain(NEW_PHONE);
  expect(published).toContain('By hand');
  expect(await (await content.app.get('/prices')).text()).toContain('By hand');
  expect(await draft.list()).toMatchObject([{ file: FARM, isConflict: false }]);
  expect((await history.list()).map((version) => version.person)).toEqual([person, null, null]);
});

test('a process that is killed at any moment loses nothing', async ({ content }) => {
  const { history, draft, publisher } = partsOf(content);
  await history.record();
  await draftPhone(content);
  const dataDir = dirname(content.app.file);
  const program = join(import.meta.dirname, 'publish-in-process.ts');
  /** Publishes until the moment comes. */
  const kill = async (moment: string, target: string) => {
    const given = [program, content.contentDir, dataDir, beside(content, 'dist'), BUILD_PROGRAM];
    const child = spawn(process.execPath, [...given, moment, target], { stdio: 'inherit' });
    expect(await once(child, 'exit'), `${moment} ${target}`).toEqual([null, 'SIGKILL']);
  };
  const readSite = () => readFile(join(beside(content, 'dist'), 'prices.html'), 'utf8');
  const restart = async () => {
    publisher.start();
    await expect.poll(() => existsSync(join(dataDir, 'publishing')), PATIENT).toBe(false);
  };
  // A build is long enough to be killed in.
  await writeFile(forBuild(content, 'build-waits'), '');
  await kill('building', '');
  await rm(forBuild(content, 'build-waits'));
  await kill('before', join(content.contentDir, FARM));
  // What was not written is still a draft, and what was written has a version.
  expect(await content.readFile(FARM)).not.toContain(NEW_PHONE);
  expect(await draft.list()).toMatchObject([{ file: FARM, isConflict: false }]);
  expect(await history.list()).toMatchObject([{ isCurrent: true }]);
  // The site was ahead of both, and is what the files say again.
  expect(await readSite()).toContain(NEW_PHONE);
  await restart();
  expect(await readSite()).not.toContain(NEW_PHONE);
  await kill('after', join(dataDir, 'versions/0002'));
  expect(await content.readFile(FARM)).toContain(NEW_PHONE);
  expect(await draft.list()).toEqual([]);
  await restart();
  expect(await readSite()).toContain(NEW_PHONE);
  expect(await history.list()).toMatchObject([{ id: 2, isCurrent: true, person }, {}]);
});

test('content of an unknown shape has a version, and its mistake is named', async ({ content }) => {
  const { history, review } = partsOf(content);
  await history.record();
  await content.writeFile('prices/home.json', '{ "groups": 5 }');
  await history.record();
  expect((await history.list())[0]?.changes).toEqual(['Prices: home: written differently']);
  expect((await review()).problems).toContainEqual(expect.objectContaining({ file: 'prices/home.json' }));
});

test('the project’s own build is there, from wherever the publisher’s file is', async ({ content }) => {
  const { contentDir, app } = content;
  const clock = () => new Date();
  const deps = {
    contentDir,
    dataDir: dirname(app.file),
    distDir: beside(content, 'dist'),
    clock,
    log: () => {},
  };
  expect(openContentEditing(deps).publisher.canBuild).toBe(true);
  expect(openContentEditing({ ...deps, buildProgram: '/nowhere.ts' }).publisher.canBuild).toBe(false);
});
