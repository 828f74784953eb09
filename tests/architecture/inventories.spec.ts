import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { MAIL_KINDS, readMailKind } from '../../src/domain/mails.ts';

/** The rows of the table, cell by cell. */
function readRows(): string[][] {
  const lines = readFileSync('SECURITY.md', 'utf8').split('\n');
  const rows = lines.filter((line) => /^\| \d/.test(line));
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

test('every requirement in SECURITY.md names an existing test and says how it is met', () => {
  const rows = readRows();
  expect(rows.length).toBeGreaterThanOrEqual(30);
  for (const [requirement = '', ...cells] of rows) {
    expect(cells, requirement).toHaveLength(3);
    for (const cell of cells) expect(cell, requirement).not.toBe('');
    const files = [...(cells[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => `tests/${file}`);
    expect(files.length, requirement).toBeGreaterThan(0);
    expect(
      files.filter((file) => !existsSync(file)),
      requirement,
    ).toEqual([]);
  }
});

test('each kind of e-mail is queued somewhere, and each that waits is dropped when it is no longer true', () => {
  const files = globSync('api/**/*.ts', { exclude: ['api/stripe-sandbox/**'] });
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  expect(MAIL_KINDS.filter((kind) => !code.includes(`kind: '${kind}'`))).toEqual([]);
  const waiting = MAIL_KINDS.filter((kind) => readMailKind(kind).waits);
  expect(waiting.filter((kind) => !code.includes(`dropUnsentMail(trx, '${kind}'`))).toEqual([]);
});
