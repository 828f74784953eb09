import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const PROSE = ['pages', 'towns', 'faq', 'varieties', 'care']
  .flatMap((folder) =>
    readdirSync(`content/${folder}`, { recursive: true }).map((name) => `content/${folder}/${name}`),
  )
  .filter((file) => /\.(md|json)$/.test(file));

for (const file of PROSE) {
  test(`${file} takes its figures from where they stand once`, () => {
    // Prices of the varieties page stand in the variety files themselves, in a field of their own.
    const source = readFileSync(file, 'utf8').replace(/^ {2}(from|sizesAvailable): .*$/gm, '');
    expect(
      source.match(
        /£\d[\d.]*|\b\d{1,2}(:\d\d)?[ap]m\b|01632[ \d]+|\b\d+(-\d+)? (minutes|weeks)\b|\d+-?\d*cm\b/g,
      ),
    ).toBeNull();
  });
}
