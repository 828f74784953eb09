import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { ProjectCopy } from '../support/project-copy.ts';

/** Patches of every colour: as hard to make small as the liveliest photograph. */
async function writePhotograph(
  project: ProjectCopy,
  name: string,
  width: number,
  height: number,
): Promise<void> {
  await mkdir(join(project.dir, 'content/images'), { recursive: true });
  const [columns, rows] = [40, 30];
  const patches = Uint8Array.from({ length: columns * rows * 3 }, (_, index) => (index * index * 7919) % 256);
  await sharp(patches, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .jpeg({ quality: 90 })
    .toFile(join(project.dir, 'content/images', name));
}

test('a photograph that a page names takes the place of the drawing, in every size and without a jump', async () => {
  test.setTimeout(120_000);
  const project = await ProjectCopy.create();
  await writePhotograph(project, 'gate.jpg', 2000, 1500);
  await writePhotograph(project, 'donkeys.jpg', 700, 500);
  await project.replace('content/pages/visit.md', 'image: barn', 'image: gate.jpg');
  await project.replace('content/pages/visit.md', 'shareImage: barn', 'shareImage: gate.jpg');
  await project.replace('content/pages/pick-your-own.md', 'image: animals', 'image: donkeys.jpg');
  const { code, output } = await project.run('src/build/build-site.ts');
  expect(output).toMatch(/\d+ pages in/);
  expect(code).toBe(0);

  const page = await project.read('dist/visit.html');
  const picture = /<span class="photograph[^>]*>[\s\S]*?<\/span>/.exec(page)?.[0] ?? '';
  const standIn = /src="(data:image\/webp;base64,[^"]+)"/.exec(picture)?.[1] ?? '';
  expect(standIn.length).toBeGreaterThan(30);
  expect(standIn.length).toBeLessThan(300);
  for (const format of ['avif', 'webp']) {
    const set =
      new RegExp(`<source[^>]*srcset="([^"]*)"[^>]*type="image/${format}"`).exec(picture)?.[1] ?? '';
    expect(set.split(',').map((each) => each.trim().split(' ')[1])).toEqual([
      '400w',
      '800w',
      '1200w',
      '1600w',
    ]);
    for (const each of set.split(',')) {
      const file = join(project.dir, 'dist', each.trim().split(' ')[0] ?? '');
      const { width, height, format: written } = await sharp(file).metadata();
      expect(written === 'heif' ? 'avif' : written).toBe(format);
      expect(width && height && width / height).toBeCloseTo(4 / 3, 2);
    }
  }
  expect(picture).toMatch(/<img[^>]*width="2000"[^>]*height="1500"/);
  expect(picture).toMatch(/<img[^>]*alt="[^"]{5,}"[^>]*loading="eager"/);
  const { width, height } = await sharp(join(project.dir, 'dist/share/gate.jpg.png')).metadata();
  expect([width, height]).toEqual([1200, 630]);

  // Further down, it loads when it comes near, and is never made larger than it is.
  const gallery = await project.read('dist/pick-your-own.html');
  const donkeys = /<span class="photograph[^>]*>[\s\S]*?<\/span>/.exec(gallery)?.[0] ?? '';
  expect(donkeys).toContain('loading="lazy"');
  expect(donkeys).toMatch(/400w/);
  expect(donkeys).not.toMatch(/800w/);
  await project.remove();
});

test('a photograph needs its file, and words for people who do not see it', async () => {
  const project = await ProjectCopy.create();
  await writePhotograph(project, 'gate.jpg', 40, 30);
  await project.replace('content/pages/visit.md', 'image: barn', 'image: gates.jpg');
  const missing = await project.run('src/content/check.ts');
  expect(missing.code).toBe(1);
  expect(missing.output).toMatch(/pages\/visit\.md[\s\S]*hero\.image[\s\S]*gates\.jpg[\s\S]*content\/images/);
  await project.replace('content/pages/visit.md', 'image: gates.jpg', 'image: gate.jpg');
  expect((await project.run('src/content/check.ts')).code).toBe(0);
  const visit = await project.read('content/pages/visit.md');
  const words = /\n {2}imageAlt: .*/.exec(visit)?.[0] ?? '';
  await project.replace('content/pages/visit.md', words, '');
  const silent = await project.run('src/content/check.ts');
  expect(silent.code).toBe(1);
  expect(silent.output).toMatch(/hero\.imageAlt[\s\S]*people who do not see it/);
  await project.remove();
});
