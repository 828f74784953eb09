import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { openContentEditing } from '../../../api/content/content-editing.ts';

// Publishes what is drafted, and dies without a word: in the build, or before or after the rename to a path.
const [contentDir = '', dataDir = '', distDir = '', buildProgram = '', moment = '', target = ''] =
  process.argv.slice(2);
const { rename } = fs.promises;
fs.promises.rename = async (from, to) => {
  const isIt = String(to) === target;
  if (isIt && moment === 'before') process.kill(process.pid, 'SIGKILL');
  await rename(from, to);
  if (isIt && moment === 'after') process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
const { review, publisher } = openContentEditing({
  contentDir,
  dataDir,
  distDir,
  buildProgram,
  clock: () => new Date(),
  log: () => {},
});
const { chosen: files, digest: confirmed } = await review();
await publisher.publish({ person: { id: 'owner', name: 'Owner' }, files, confirmed });
setInterval(() => {
  if (publisher.job()?.state !== 'running') process.exit(3);
  if (moment === 'building' && publisher.job()?.step?.includes('2/4')) process.kill(process.pid, 'SIGKILL');
}, 20);
