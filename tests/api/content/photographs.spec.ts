import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { claimPixels } from '../../support/claim-pixels.ts';
import { readOwnMegabytes } from '../../support/resident-memory.ts';
import { type ContentUnderTest, expect, test } from './content-under-test.ts';
import { readFormEntries, withFile } from './read-form.ts';

const PATH = '/admin/content/photographs';
const PROGRAM = join(import.meta.dirname, '../../../api/content/photographs/photograph-program.ts');

/** Red above, blue below, held upright: stored lying on its side, as phones do, with the place where it was taken. */
async function takeWithPhone(): Promise<Buffer<ArrayBuffer>> {
  const half = (background: string) =>
    sharp({ create: { width: 60, height: 80, channels: 3, background } })
      .png()
      .toBuffer();
  const [red, blue] = await Promise.all([half('#f00'), half('#00f')]);
  const lying = sharp({ create: { width: 120, height: 80, channels: 3, background: '#000' } }).composite([
    { input: red, left: 0, top: 0 },
    { input: blue, left: 60, top: 0 },
  ]);
  const exif = { IFD3: { GPSLatitude: '51/1 8/1 0/1', GPSLatitudeRef: 'N' }, IFD0: { Artist: 'Somebody' } };
  const taken = lying.jpeg().withExif(exif).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');
  return Buffer.from(await taken.withMetadata({ orientation: 6 }).toBuffer());
}

/** What it has written into it. */
const MARKS = ['Exif', 'Somebody', 'adobe:ns:meta'];

function upload(content: ContentUnderTest, bytes: BlobPart, name: string): Promise<Response> {
  return content.owner.send('POST', PATH, withFile({}, 'photograph', new File([bytes], name)));
}

async function readDraft({ app }: ContentUnderTest, name: string): Promise<Uint8Array | undefined> {
  return (await app.parts.content?.draft.readFile(`images/${name}`))?.bytes;
}

test('a photograph from a phone is kept upright, and without the place where it was taken', async ({
  content,
}) => {
  const taken = await takeWithPhone();
  expect(MARKS.filter((mark) => !taken.includes(mark))).toEqual([]);
  const answer = await upload(content, taken, 'Unser Höf 1.JPEG');
  expect(answer.headers.get('Location')).toBe(`${PATH}?added=unser-hof-1.jpg`);
  const bytes = Buffer.from((await readDraft(content, 'unser-hof-1.jpg')) ?? []);
  expect(MARKS.filter((mark) => bytes.includes(mark))).toEqual([]);
  const kept = sharp(bytes);
  expect(await kept.metadata()).toMatchObject({ format: 'jpeg', width: 80, height: 120 });
  expect((await kept.metadata()).orientation).toBeUndefined();
  const top = await kept.clone().extract({ left: 30, top: 20, width: 1, height: 1 }).raw().toBuffer();
  expect([...top].map((value) => value > 128)).toEqual([true, false, false]);

  const page = await content.read(PATH);
  expect(page.text).toContain('Not shown anywhere.');
  const small = await content.owner.send('GET', `${PATH}/unser-hof-1.jpg?crop=1`);
  expect(small.headers.get('Content-Type')).toBe('image/webp');
  expect(small.headers.get('Cache-Control')).toBe('private, no-cache');
  const { width = 0, height = 1 } = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
  expect(width / height).toBeCloseTo(4 / 3);
  expect((await content.owner.send('GET', `${PATH}/farm.json`)).status).toBe(404);
});

test('no photograph replaces another one, and the same one is kept once', async ({ content }) => {
  const [one, other] = await Promise.all(
    ['#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  await upload(content, new Uint8Array(one ?? []), 'tree.png');
  await upload(content, new Uint8Array(one ?? []), 'tree.png');
  await upload(content, new Uint8Array(other ?? []), 'tree.png');
  const names = (await content.app.parts.content?.draft.list())?.map(({ file }) => file);
  expect(names).toEqual(['images/tree-2.jpg', 'images/tree.jpg']);
});

test('a picture that the build cannot read is refused with what to do', async ({ content }) => {
  const whole = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#0f0' } })
    .composite([{ input: await takeWithPhone(), gravity: 'centre' }])
    .jpeg()
    .toBuffer();
  const wrong: Record<string, BlobPart> = {
    'photo.heic': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic and more of it'),
    'leaflet.pdf': '%PDF-1.7 not a photograph',
    'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    'moving.gif': new Uint8Array(await sharp(whole).gif().toBuffer()),
    'half.jpg': new Uint8Array(whole.subarray(0, whole.length / 2)),
    'words.jpg': 'not a photograph',
  };
  for (const [name, bytes] of Object.entries(wrong)) {
    const answer = await upload(content, bytes, name);
    expect.soft(answer.status, name).toBe(422);
    expect.soft(await answer.text(), name).toMatch(/save it as JPEG\.<\/a>/);
  }
  expect((await upload(content, '', 'x.jpg')).status).toBe(422);
  expect(await content.app.parts.content?.draft.list()).toEqual([]);
});

test('one that is too large is refused with its size and the most, and what was typed stays', async ({
  content,
}) => {
  const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#0f0' } });
  const interlaced = await picture.clone().png({ progressive: true }).toBuffer();
  const progressive = await picture
    .clone()
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const large: [name: string, bytes: BlobPart, message: string][] = [
    ['gate.jpg', Buffer.alloc(16_100_000), 'has 17 MB; 15 MB at most.'],
    [
      'gate.png',
      claimPixels(interlaced, 11_520, 8660),
      'is an interlaced PNG of 100 million pixels; 26 million',
    ],
    ['p.jpg', claimPixels(progressive, 6000, 4000), 'is a progressive JPEG of 24 million pixels; 13 million'],
    [
      'j.jpg',
      claimPixels(await picture.clone().jpeg().toBuffer(), 20_000, 12_000),
      'is a JPEG of 240 million',
    ],
  ];
  const path = '/admin/content/file?name=pages%2Fvisit.md';
  const entries = readFormEntries((await content.read(path)).html);
  for (const [name, bytes, message] of large) {
    const sent = withFile(
      { ...entries, 'hero.imageAlt': 'As typed' },
      'hero.image.@file',
      new File([bytes], name),
    );
    const answer = await content.owner.send('POST', path, sent);
    const page = await answer.text();
    expect.soft(answer.status, name).toBe(422);
    expect.soft(page, name).toContain(`href="#f-hero-image">‘${name}’ ${message}`);
    expect.soft(page, name).toContain('Please send it in a smaller size.');
    expect.soft(readFormEntries(page)['hero.imageAlt'], name).toBe('As typed');
  }
  // It is sent again after the session has ended, too.
  const [[name, bytes] = ['', ''], ...others] = large;
  expect(others).toHaveLength(3);
  const late = withFile({ 'hero.imageAlt': 'As typed' }, 'hero.image.@file', new File([bytes], name));
  const signIn = await content.app.app.request(`/admin/sign-in?sent-to=${encodeURIComponent(path)}`, {
    method: 'POST',
    body: late,
    headers: { Origin: 'http://localhost' },
  });
  const [, kept = ''] = /name="kept" value="([^"]+)"/.exec(await signIn.text()) ?? [];
  expect(JSON.parse(Buffer.from(kept, 'base64url').toString()).entries['hero.imageAlt']).toBe('As typed');
  const film = await content.app.app.request(PATH, {
    method: 'POST',
    headers: {
      Cookie: [...content.owner.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      Origin: 'http://localhost',
      'Content-Type': 'multipart/form-data; boundary=edge',
      'Content-Length': '65000000',
    },
  });
  expect([film.status, film.headers.get('Content-Type')]).toEqual([
    413,
    expect.stringContaining('text/html'),
  ]);
  expect(await content.app.parts.content?.draft.list()).toEqual([]);
});

test('a photograph of 200 million pixels, and the largest of other kinds, take 150 MB at most', async () => {
  const create = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#3a5' } });
  for (const picture of [
    create(16_320, 12_240).jpeg({ quality: 50, optimiseCoding: false }),
    create(5900, 4400).png({ progressive: true, compressionLevel: 1 }),
    create(4150, 3200).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  ]) {
    const child = spawn(process.execPath, [PROGRAM, 'keep'], { env: { MALLOC_ARENA_MAX: '2' } });
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, readOwnMegabytes(child.pid));
    }, 5);
    child.stdin.end(await picture.toBuffer());
    const kept = await buffer(child.stdout);
    clearInterval(timer);
    expect((await sharp(kept).metadata()).width).toBe(3200);
    expect(most).toBeLessThan(150);
  }
});

test('a photograph is sent with its page, and stays when something else is wrong', async ({ content }) => {
  const path = '/admin/content/file?name=pages%2Fvisit.md';
  const entries = readFormEntries((await content.read(path)).html);
  const photograph = new File([await takeWithPhone()], 'gate.jpg');
  const wrong = await content.owner.send(
    'POST',
    path,
    withFile({ ...entries, 'hero.imageAlt': '' }, 'hero.image.@file', photograph),
  );
  expect(wrong.status).toBe(422);
  const page = await wrong.text();
  expect(page).toContain('href="#f-hero-imageAlt"');
  const shown = readFormEntries(page);
  expect(shown['hero.image']).toBe('gate.jpg');
  await content.owner.send(
    'POST',
    path,
    withFile({ ...shown, 'hero.imageAlt': 'The gate' }, 'x', new File([], '')),
  );
  const draft = await content.app.parts.content?.draft.readFile('pages/visit.md');
  expect(Buffer.from(draft?.bytes ?? []).toString()).toMatch(/image: gate\.jpg\n +imageAlt: "The gate"/);
  expect((await content.read(PATH)).text).toContain('Shown in Pages: Visit ');
});
