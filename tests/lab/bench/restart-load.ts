import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { startTraffic } from '../../support/mixed-traffic.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';

// How long requests wait, and whether one fails, while a service behind a proxy restarts under 16 connections:
// node tests/lab/bench/restart-load.ts http://localhost:8080 8 systemctl restart farm
// The service has the sandbox, the tests' password, and TRUST_PROXY=2, because each request comes as somebody else's.

const PAUSE_MS = 3000;

const [url = '', times = '8', program = '', ...args] = process.argv.slice(2);
const traffic = await startTraffic({
  url,
  connections: 16,
  week: '2025-11-17',
  adminPassword: ADMIN_PASSWORD,
});
for (let time = 1; time <= Number(times); time += 1) {
  await wait(PAUSE_MS);
  const startedMs = performance.now();
  const [code] = await once(spawn(program, args, { stdio: 'inherit' }), 'exit');
  console.log(`restart ${time}: exit ${code} after ${Math.round(performance.now() - startedMs)} ms`);
}
await wait(PAUSE_MS);
const { answers, failures, longestMs } = await traffic.stop();
console.log(
  `${answers} answers, longest wait ${Math.round(longestMs)} ms, ${failures.length} failed`,
  failures,
);
