import { openContentEditing } from '../../../api/content/content-editing.ts';

// Publishes what is drafted and waits for its end, until somebody kills it.
const [contentDir = '', dataDir = '', distDir = '', buildProgram = ''] = process.argv.slice(2);
const { review, publisher } = openContentEditing({
  contentDir,
  dataDir,
  distDir,
  buildProgram,
  clock: () => new Date(),
  log: () => {},
});
const { chosen: files, digest: confirmed } = await review();
const started = await publisher.publish({ person: { id: 'owner', name: 'Owner' }, files, confirmed });
console.log(JSON.stringify(started));
const timer = setInterval(() => {
  if (publisher.job()?.step?.includes('2/4')) {
    console.log('building');
    clearInterval(timer);
  }
}, 20);
