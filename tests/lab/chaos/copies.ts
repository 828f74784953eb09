import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { buyThroughApi } from '../../support/buy-through-api.ts';
import { startSiteServer } from '../../support/site-server.ts';
import type { CampaignResult } from './campaign.ts';

/** Litestream copies at least once a second. */
const COPIED_AFTER_MS = 3000;
const PROGRAM = process.env.LITESTREAM ?? 'litestream';

/**
 * The drill of `api/deploy/README.md`: people buy while Litestream copies the database, the service is killed, its disk
 * is gone, and what was copied is put back. Every order that a buyer was told of must be in it.
 */
export async function rehearseCopies({
  purchases,
}: {
  purchases: number;
}): Promise<Omit<CampaignResult, 'kept'>> {
  const version = spawnSync(PROGRAM, ['version'], { encoding: 'utf8' });
  if (version.status !== 0) {
    return {
      figures: { 'not run': `there is no program ${PROGRAM} here; LITESTREAM names another` },
      wrongs: [],
    };
  }
  const folder = await mkdtemp(join(tmpdir(), 'copies-'));
  const dataDir = join(folder, 'data');
  const config = join(folder, 'litestream.yml');
  const database = join(dataDir, 'farm.db');
  const restored = join(folder, 'restored.db');
  const replica = { type: 'file', path: join(folder, 'elsewhere'), 'sync-interval': '1s' };
  // JSON is YAML.
  await writeFile(config, JSON.stringify({ dbs: [{ path: database, replica }] }));
  const server = await startSiteServer({ DATA_DIR: dataDir });
  const copier = spawn(PROGRAM, ['replicate', '-config', config], { stdio: 'ignore' });
  try {
    const told: string[] = [];
    for (let count = 0; count < purchases; count += 1) told.push(await buyThroughApi(server.url));
    await sleep(COPIED_AFTER_MS);
    server.process.kill('SIGKILL');
    await once(server.process, 'exit');
    await rm(dataDir, { recursive: true });
    const restore = spawnSync(PROGRAM, ['restore', '-config', config, '-o', restored, database], {
      encoding: 'utf8',
    });
    const wrongs =
      restore.status === 0 ? checkCopy(restored, told) : [`it was not put back: ${restore.stderr}`];
    return { figures: { purchases, 'orders put back': told.length - wrongs.length }, wrongs };
  } finally {
    copier.kill();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

function checkCopy(file: string, told: readonly string[]): string[] {
  const copy = new SqliteDatabase(file, { readonly: true });
  try {
    const numbers = new Set(copy.prepare('SELECT order_number FROM orders').pluck().all());
    const damage = copy.pragma('integrity_check', { simple: true });
    return [
      ...told.filter((number) => !numbers.has(number)).map((number) => `${number} is not in the copy`),
      ...(damage === 'ok' ? [] : [`the copy is damaged: ${damage}`]),
    ];
  } finally {
    copy.close();
  }
}
