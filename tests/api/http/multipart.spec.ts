import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { takeOutFiles } from '../../../api/http/multipart.ts';

const LIMITS = { mostParts: 20, text: 5000, file: 40, body: 20_000 };
/** Made of what a delimiter is made of, so that contents often look like the beginning of one. */
const contents = fc.string({
  unit: fc.constantFrom('\r\n', '--', '-', 'edge', 'x', '\r\n\r\n'),
  maxLength: 30,
});
const part = fc.record({ isFile: fc.boolean(), value: contents });

test('files are taken out of a form whatever is in them, and in whatever pieces it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 8 }),
      fc.integer({ min: 1, max: 90 }),
      async (parts, size) => {
        const form = new FormData();
        for (const [index, { isFile, value }] of parts.entries()) {
          if (isFile) form.append(`file-${index}`, new File([value], 'a "b".jpg'));
          else form.append(`text-${index}`, value);
        }
        const request = new Response(form);
        const type = request.headers.get('Content-Type') ?? '';
        const body = Buffer.from(await request.arrayBuffer());
        const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
          body.subarray(index * size, (index + 1) * size),
        );
        const taken = await takeOutFiles(pieces, type.split('boundary=')[1] ?? '', LIMITS);
        if (!taken.ok) throw new Error(taken.problem.code);
        const files = parts.filter(({ isFile }) => isFile).map(({ value }) => value);
        expect(taken.value.files.map((file) => file.size)).toEqual(files.map((file) => file.length));
        expect(
          taken.value.files.map((file) => file.contents && Buffer.concat(file.contents).toString()),
        ).toEqual(files.map((file) => (file.length > LIMITS.file ? undefined : file)));
        const rest = await new Response(new Uint8Array(taken.value.rest), {
          headers: { 'Content-Type': type },
        }).formData();
        const texts = [...rest].map(([name, value]) => [
          name,
          typeof value === 'string' ? value : value.size,
        ]);
        expect(texts).toEqual(
          parts.map(({ isFile, value }, index) => (isFile ? [`file-${index}`, 0] : [`text-${index}`, value])),
        );
      },
    ),
    { numRuns: 100 },
  );
});

test('what has no end is not read to its end', async () => {
  let pieces = 0;
  const endless = (head: string) =>
    (async function* () {
      yield Buffer.from(head);
      for (;;) {
        pieces++;
        yield Buffer.alloc(1000, 'x');
      }
    })();
  for (const head of ['', '--edge\r\nX: ', '--edge\r\nX: y\r\n\r\n', '--edge\r\nX: y; filename=z\r\n\r\n']) {
    pieces = 0;
    const taken = await takeOutFiles(endless(head), 'edge', LIMITS);
    expect(taken.ok || taken.problem.code, head).toBe('body_too_large');
    expect(pieces, head).toBeLessThan(25);
  }
  // Even where the text may be long: what came of a part’s headers is read again with each piece.
  pieces = 0;
  expect((await takeOutFiles(endless('--edge\r\nX: '), 'edge', { ...LIMITS, text: 20_000 })).ok).toBe(false);
  expect(pieces).toBeLessThan(10);
});
