import '../../process/private-umask.ts';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CommandLine, runProgram, sayCommand } from '#commands';
import { askOnTerminal } from '#content/changes/ask-on-terminal.ts';
import { formatLondonInstant } from '#forms/london-time.ts';
import { readDataPlaces } from '../../config.ts';
import { writeContentFile } from '../../content/files/content-folder.ts';
import { createContentDraft } from '../../content/files/draft.ts';
import {
  type ContentHistory,
  type ContentVersion,
  createContentHistory,
} from '../../content/publish/history.ts';

const NOTHING_WRITTEN = 'Nothing was changed.';
const PERSON = sayCommand('content:undo');

async function run({ flags }: CommandLine<'content:undo'>): Promise<void> {
  const { contentDir, dataDir } = readDataPlaces();
  if (!existsSync(contentDir))
    throw new Error(`There is no content at ${contentDir}; set CONTENT_DIR to the folder that is edited.`);
  const folders = { contentDir, dataDir, clock: () => new Date() };
  const history = createContentHistory(folders);
  if (flags.list) {
    for (const version of await history.list()) console.log(describe(version));
    return;
  }
  // So that what is undone can be put back too, also what was changed by hand.
  await history.record();
  const version = await findVersion(history, flags.number);
  const changes = await readChanges(history, version);
  if (changes.size === 0) {
    console.log('The content is as it was in that version already.');
    return;
  }
  console.log(`Puts back ${describe(version)}\n\nIt changes ${[...changes.keys()].join(', ')}.`);
  if (!flags.yes && !(await askOnTerminal('\nPut it back and publish it? (y/N) '))) {
    console.log(`${NOTHING_WRITTEN} Without a terminal, add --yes.`);
    return;
  }
  for (const [name, bytes] of changes) await writeContentFile(contentDir, name, bytes);
  await history.record({ person: PERSON, personId: null, changes: [`Version ${version.id} put back`] });
  const drafted = (await createContentDraft(folders).listRows()).filter(({ file }) => changes.has(file));
  if (drafted.length > 0)
    console.log(
      `Also drafted in the editor, and still there: ${drafted.map(({ file }) => file).join(', ')}.`,
    );
  if (flags['files-only']) return;
  const program = resolve(import.meta.dirname, '../../../src/build/publish.ts');
  if (existsSync(program)) {
    process.exitCode = spawnSync(process.execPath, [program, '--yes'], { stdio: 'inherit' }).status ?? 1;
  } else console.log('The site is built on another machine: publish it there.');
}

/** By default the newest one that differs from the folder, notices apart: they are not put back. */
async function findVersion(history: ContentHistory, id: string | undefined): Promise<ContentVersion> {
  const versions = await history.list();
  if (id !== undefined) {
    const found = versions.find((each) => String(each.id) === id);
    if (found) return found;
    throw new Error(
      `There is no version ${id}; ${sayCommand('content:undo', '--list')} shows those that there are. ${NOTHING_WRITTEN}`,
    );
  }
  for (const version of versions) {
    if ((await readChanges(history, version)).size > 0) return version;
  }
  throw new Error(`There is no version before this one. ${NOTHING_WRITTEN}`);
}

async function readChanges(history: ContentHistory, { id }: ContentVersion) {
  return (await history.readChanges(id)) ?? new Map<string, Uint8Array | null>();
}

function describe({ id, person, madeAt, changes }: ContentVersion): string {
  return `version ${id}, ${formatLondonInstant(madeAt)}, ${person ?? 'by hand'}:\n  ${changes.join('\n  ')}`;
}

await runProgram('content:undo', run);
