import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../../support/free-port.ts';
import { startPostgres } from '../../../support/postgres-server.ts';
import { readBooksOnPostgres } from '../books.ts';
import { type KeptService, keepService } from '../kept-service.ts';
import { type OpenWorld, openSurroundings } from '../world.ts';
import { openDatabaseLine } from './database-line.ts';
import { sendReaders } from './readers.ts';
import { openReverseProxy } from './reverse-proxy.ts';

/** How long Postgres is away when it restarts. */
const AWAY_MS = 1500;

/**
 * Two services on one Postgres, behind a proxy. What befalls them, in turn: kill -9, all connections to the database cut,
 * a restart of Postgres, a commit whose answer is lost. One service always lives.
 * @param programs of Postgres
 */
export function createTwoMachines(programs: string): OpenWorld {
  return async (storm, cappedBoxes) => {
    const postgres = await startPostgres(programs);
    const databaseUrl = new URL(await postgres.createDatabase('farm'));
    const pool = new pg.Pool({ connectionString: databaseUrl.href, types: { getTypeParser } });
    pool.on('error', () => undefined);
    const ports = [await findFreePort(), await findFreePort()];
    const lines = await Promise.all(ports.map(() => openDatabaseLine(Number(databaseUrl.port))));
    const counts = { kills: 0, cuts: 0, restarts: 0 };
    const countLost = () => lines.reduce((sum, line) => sum + line.lostCommits(), 0);
    const around = await openSurroundings(
      storm,
      cappedBoxes,
      ports,
      () => counts.kills + counts.cuts + counts.restarts + countLost(),
    );
    const services: KeptService[] = [];
    for (const [index, line] of lines.entries()) {
      const ownUrl = Object.assign(new URL(databaseUrl), { port: String(line.port) });
      const env = {
        ...around.env,
        PORT: String(ports[index]),
        DATA_DIR: join(around.folder, `machine-${index + 1}`),
        DATABASE_URL: ownUrl.href,
      };
      services.push(await keepService(env, true));
    }
    const proxy = await openReverseProxy(ports);
    const url = `http://localhost:${proxy.port}`;
    const readers = sendReaders(url);

    const strikes = [kill, cut, restartPostgres, kill, loseCommit, kill, cut];
    let struck = 0;
    function kill(): boolean {
      const victim = services[counts.kills % services.length];
      const others = services.filter((each) => each !== victim);
      if (!others.some((each) => each.isUp()) || !victim?.kill()) return false;
      counts.kills += 1;
      return true;
    }
    function cut(): boolean {
      const cutNow = lines[counts.cuts % lines.length]?.cut() ?? 0;
      if (cutNow > 0) counts.cuts += 1;
      return cutNow > 0;
    }
    function loseCommit(): boolean {
      for (const line of lines) line.loseCommit();
      return true;
    }

    let restarting: Promise<void> | undefined;
    function restartPostgres(): boolean {
      if (restarting) return false;
      counts.restarts += 1;
      restarting = postgres
        .restart(() => sleep(AWAY_MS))
        .finally(() => {
          restarting = undefined;
        });
      return true;
    }

    const wrongs: string[] = [];
    let pages = 0;
    return {
      ...around,
      url,
      kill() {
        const hit = strikes[struck % strikes.length]?.() ?? false;
        if (hit) struck += 1;
        return hit;
      },
      waitUntilUp: () => Promise.any(services.map((each) => each.waitUntilUp())),
      async startAgain() {
        await restarting;
        await Promise.all(services.map((each) => each.waitUntilUp()));
        const read = await readers.leave();
        pages = read.pages;
        wrongs.push(...read.wrongs);
        // As after some hours: what a killed service was sending, and what was refused, waits for its time.
        for (const service of services) if (service.kill()) counts.kills += 1;
        await pool.query("UPDATE outbox SET next_attempt_at = created_at WHERE state = 'waiting'");
        await Promise.all(services.map((each) => each.waitUntilUp()));
      },
      async stop() {
        const codes = await Promise.all(services.map((each) => each.stop()));
        await around.stop();
        proxy.close();
        const unclean = codes.filter((code) => code !== 0);
        return [...wrongs, ...unclean.map((code) => `a service ended with ${code}`)];
      },
      readBooks: () => readBooksOnPostgres(pool, around.folder),
      figures: () => ({
        'kills of the service': counts.kills,
        'cuts of all connections to the database': counts.cuts,
        'commits whose answer was lost': countLost(),
        'restarts of Postgres': counts.restarts,
        'pages read': pages,
        'pages that failed': wrongs.length,
      }),
      async close(keeps) {
        if (keeps) postgres.dump('farm', join(around.folder, 'farm.sql'));
        else await rm(around.folder, { recursive: true, force: true });
        await pool.end();
        for (const line of lines) line.close();
        await postgres.stop();
      },
    };
  };
}

const BIGINT = 20;

/** Whole numbers as the service reads them. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === BIGINT ? Number : pg.types.getTypeParser(type, format as 'text');
