import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { claimDatabase } from '../../../../api/db/data-lock.ts';
import { readSetting, writeSetting } from '../../../../api/db/settings.ts';
import { sealBackup } from '../../../../api/operations/backup/backup-files.ts';
import { makeBackup } from '../../../../api/operations/backup/make-backup.ts';
import { restoreBackup } from '../../../../api/operations/backup/restore-backup.ts';
import { COMPARED_AT } from '../../../../api/settlement/reconciliation.ts';
import { runCommand } from '../../../support/run-command.ts';
import { startSiteServer } from '../../../support/site-server.ts';
import { buildSmallSite } from '../../../support/small-site.ts';
import { TEST_CONTENT } from '../../../support/test-site.ts';
import { type DataFolder, expect, test } from './test.ts';

const NOON = new Date('2025-12-01T12:00:00.000Z');
const LATER = new Date('2025-12-02T08:30:00.000Z');
const REPLACED = '.replaced-2025-12-02T08-30-00.000Z';

const loseOrders = (data: DataFolder) =>
  data.use(({ sqlite }) => sqlite.exec("DELETE FROM orders WHERE id LIKE '%5'"));

function countIn(file: string): unknown {
  const sqlite = new SqliteDatabase(file, { readonly: true });
  const count = sqlite.prepare('SELECT count(*) FROM orders').pluck().get();
  sqlite.close();
  return count;
}

test('a backup takes the place of the database, which is kept; its sessions and links are over, and Stripe is asked anew', async ({
  data,
}) => {
  const [then, end] = ['2025-12-01T11:00:00.000Z', '2025-12-08T11:00:00.000Z'];
  await data.use(({ sqlite, db }) => {
    sqlite.exec(`INSERT INTO admin_sessions VALUES ('hash', '${then}', '${then}', 'owner');
      INSERT INTO invitations VALUES ('hash', 'owner', '${end}')`);
    return writeSetting(db, COMPARED_AT, NOON.toISOString());
  });
  const { file } = makeBackup(data, NOON);
  await loseOrders(data);
  const restored = restoreBackup(file, data.dataDir, LATER);
  expect(restored).toEqual({ counts: { orders: 30, messages: 0 }, replacedFile: data.file + REPLACED });
  expect(countIn(data.file + REPLACED)).toBe(27);
  expect(await data.countOrders()).toBe(30);
  await data.use(async ({ sqlite, db }) => {
    // A link that has been used since the backup would work again.
    for (const table of ['admin_sessions', 'invitations'])
      expect(sqlite.prepare(`SELECT * FROM ${table}`).all()).toEqual([]);
    expect(await readSetting(db, COMPARED_AT)).toBeUndefined();
  });
});

test('the log of a killed service is kept with its database, and not replayed', async ({ data }) => {
  const { file } = makeBackup(data, NOON);
  // As after a kill: the last writes are only in the log.
  const { sqlite, close } = await data.open();
  sqlite.pragma('wal_autocheckpoint = 0');
  sqlite.exec("DELETE FROM orders WHERE id LIKE '%5'");
  const [database, log] = [readFileSync(data.file), readFileSync(`${data.file}-wal`)];
  await close();
  writeFileSync(data.file, database);
  writeFileSync(`${data.file}-wal`, log);
  restoreBackup(file, data.dataDir, LATER);
  expect(countIn(data.file + REPLACED)).toBe(27);
  expect(await data.countOrders()).toBe(30);
});

test('a database that is damaged is replaced too, and kept as it lay', async ({ data }) => {
  const { file } = makeBackup(data, NOON);
  writeFileSync(data.file, 'These are notes, not a database. '.repeat(50));
  writeFileSync(`${data.file}-wal`, 'its log');
  restoreBackup(file, data.dataDir, LATER);
  expect(readFileSync(data.file + REPLACED, 'utf8')).toMatch(/^These are notes/);
  expect(readFileSync(`${data.file + REPLACED}-wal`, 'utf8')).toBe('its log');
  expect(await data.countOrders()).toBe(30);
});

test('npm run restore refuses while the service runs, and works after its kill', async ({ data }) => {
  const { file } = makeBackup(data, NOON);
  await loseOrders(data);
  const site = await buildSmallSite();
  const server = await startSiteServer({ DIST_DIR: site.outDir, ...data.env });
  // The service may just be writing its first version of the content.
  const listNames = () =>
    readdirSync(data.dataDir)
      .filter((name) => name !== 'versions')
      .sort();
  const before = listNames();
  const refused = await runCommand('restore', [file], data.env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /^Nothing was restored\. The service, .* is using the database\. Stop it first/,
  );
  expect(listNames()).toEqual(before);
  expect((await fetch(`${server.url}/`)).status).toBe(200);
  server.process.kill('SIGKILL');
  await server.stop();
  await site.remove();
  // As on a server that only serves the built site: it has no content, and is told of none.
  const env = { ...data.env, CONTENT_DIR: join(data.dataDir, 'none') };
  const done = await runCommand('restore', [file], env);
  expect(done.stderr).toBe('');
  expect(done.stdout).toMatch(
    /^Restored: 30 orders, 0 messages\.\nThe previous database is kept as .*replaced-.*\n$/,
  );
  expect(await data.countOrders()).toBe(30);
});

test('nobody has the database open while a backup is restored, with our lock or without it', async ({
  data,
}) => {
  const { file } = makeBackup(data, NOON);
  const lock = claimDatabase(data.file);
  await expect(data.open()).rejects.toThrow('The shop is being restored or moved.');
  lock?.release();
  const other = new SqliteDatabase(data.file);
  other.prepare('SELECT count(*) FROM orders').get();
  expect(() => restoreBackup(file, data.dataDir, LATER)).toThrow('Stop it first');
  other.close();
  expect(restoreBackup(file, data.dataDir, LATER).counts.orders).toBe(30);
});

/** A backup of a later version, whose tables this one does not know. */
function copyAsNewer(backup: string, file: string): void {
  cpSync(backup, file);
  new SqliteDatabase(file).exec("INSERT INTO kysely_migration VALUES ('900-made-up', '')").close();
  sealBackup(file);
}

test('what is no intact backup is refused before anything is touched', async ({ data }) => {
  const backup = makeBackup(data, NOON).file;
  const bad = join(data.backupDir, 'bad.db');
  const damaged = 'is not an intact database of this shop';
  for (const [write, why] of [
    [() => writeFileSync(bad, 'These are notes. '.repeat(500)), damaged],
    [() => new SqliteDatabase(bad).exec('CREATE TABLE t (x)').close(), damaged],
    [() => writeFileSync(bad, readFileSync(backup).fill(7, 8192, 40_960)), damaged],
    [
      () => cpSync(data.file, bad),
      'has no checksum: it is a database itself, or from before backups had one.',
    ],
    [() => undefined, 'is not there, or is no file.'],
    [() => mkdirSync(bad), 'is not there, or is no file.'],
    [() => copyAsNewer(backup, bad), 'is not for this version. The database was changed by a newer'],
  ] as const) {
    rmSync(bad, { force: true, recursive: true });
    write();
    expect(() => restoreBackup(bad, data.dataDir, LATER)).toThrow(`${bad} ${why}`);
    expect(existsSync(`${data.file}.restoring`)).toBe(false);
    expect(await data.countOrders()).toBe(30);
  }
});

test('the content is in a backup, photographs too, and is put back from it byte for byte', async ({
  data,
}) => {
  const contentDir = join(data.dataDir, '../content');
  const photograph = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7) % 256));
  const env = { ...data.env, CONTENT_DIR: contentDir };
  cpSync(TEST_CONTENT, contentDir, { recursive: true });
  mkdirSync(join(contentDir, 'images'));
  writeFileSync(join(contentDir, 'images/barn.jpg'), photograph);
  const farm = readFileSync(join(contentDir, 'farm.json'), 'utf8');
  const { stdout } = await runCommand('backup', [], env);
  const [, file = ''] = /^(.+?\.db):/.exec(stdout) ?? [];

  rmSync(data.dataDir, { recursive: true });
  writeFileSync(join(contentDir, 'farm.json'), '{}');
  rmSync(join(contentDir, 'images'), { recursive: true });
  const restored = await runCommand('restore', [file], env);
  expect(restored.stdout).toContain('npm run content:undo -- --list');
  const refused = await runCommand('content-undo', ['--number', '7', '--yes'], env);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('There is no version 7')]);
  const asked = await runCommand('content-undo', ['--number', '1'], env);
  expect(asked.stdout).toContain('Nothing was changed. Without a terminal, add --yes.');
  const undone = await runCommand('content-undo', ['--number', '1', '--yes', '--files-only'], env);
  expect([undone.code, undone.stderr]).toEqual([0, '']);
  expect(undone.stdout).toContain('farm.json, images/barn.jpg');
  expect(readFileSync(join(contentDir, 'farm.json'), 'utf8')).toBe(farm);
  expect(readFileSync(join(contentDir, 'images/barn.jpg'))).toEqual(photograph);
  // What was lost can be put back too.
  const list = await runCommand('content-undo', ['--list'], env);
  expect(list.stdout.match(/^version \d+, .+/gm)).toHaveLength(3);
  expect(list.stdout).toMatch(/^version 1, .+, by hand/m);
});
