import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Config, describeBuildEnvironment } from '../../config.ts';
import type { Log } from '../../http/log.ts';
import { type Result, refuse } from '../../http/problems.ts';
import { lowerPriority } from '../../process/lower-priority.ts';
import { copyContentFolder } from '../files/content-folder.ts';
import type { Author, DraftRow } from '../files/draft.ts';
import type { ContentHistory, Entry } from './history.ts';
import { type ReviewDependencies, reviewContent } from './review.ts';

/** A build that the editor's pages can follow. */
export interface PublishJob {
  readonly kind: 'publish' | 'preview';
  readonly person: string;
  readonly files: readonly string[];
  /** In words: `2/4 Rendering the pages`. Undefined before the first. */
  readonly step: string | undefined;
  readonly startedAt: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly message: string | undefined;
}

interface ChosenDrafts {
  readonly person: Author;
  /** The drafted files; those that are no drafts any longer do not count. */
  readonly files: readonly string[];
}

/** `confirmed` is the digest of the review that the person has seen. */
interface PublishRequest extends ChosenDrafts {
  readonly confirmed: string;
}

export interface PublisherDependencies extends ReviewDependencies {
  readonly dataDir: string;
  readonly history: ContentHistory;
  readonly log: Log;
  /** Serves a site that has just been built. If missing, it is served when the service next looks. */
  readonly refreshSite?: (() => Promise<void>) | undefined;
  /** Absolute path of the program that builds; by default the project's own. */
  readonly buildProgram?: string | undefined;
}

const ROOT = resolve(import.meta.dirname, '../../..');
const OWN_PROGRAM = join(ROOT, 'src/build/build-site.ts');

/**
 * Builds the site from the drafted content: for a look, or for everybody. One at a time.
 *
 * Publishing builds from a copy of the content with the drafts in it, and writes them into the content folder only then.
 * So a build that fails, or a process that ends in the middle, leaves the files and the drafts as they were.
 */
export function createPublisher(deps: PublisherDependencies) {
  const { contentDir, dataDir, distDir, draft, history, clock, log } = deps;
  const { buildProgram = OWN_PROGRAM, refreshSite } = deps;
  const previewDir = join(dataDir, 'preview');
  /** There until a publishing ends. One that was killed may have left a site that is ahead of the files. */
  const unfinished = join(dataDir, 'publishing');
  const canBuild =
    distDir !== undefined &&
    existsSync(buildProgram) &&
    (buildProgram !== OWN_PROGRAM || existsSync(join(ROOT, 'node_modules/astro/package.json')));
  let job: PublishJob | undefined;
  let build: Build | undefined;
  let running: Promise<void> | undefined;
  /** Between the request and the begin of the work. */
  let isPreparing = false;

  /** Builds the content with these changes of its files. @returns why it failed */
  const runBuild = async (changes: ReadonlyMap<string, Uint8Array | null>, to: string) => {
    // A folder of its own, because others go on with the draft during the build.
    const folder = join(dataDir, 'preview-content');
    await copyContentFolder(contentDir, folder, changes);
    const folders = { contentDir: folder, distDir: to, dataDir };
    build = startBuild({ program: buildProgram, folders, onStep: (step) => update({ step }) });
    const { failure } = await build.ended;
    build = undefined;
    return failure;
  };
  const update = (changes: Partial<PublishJob>) => {
    if (job) job = { ...job, ...changes };
  };
  /** Does a job in the background. Nothing else may be running. @param work gives why it failed */
  const begin = (
    { kind, person, files }: Pick<PublishJob, 'kind' | 'person' | 'files'>,
    work: () => Promise<string | undefined>,
  ) => {
    const startedAt = clock().toISOString();
    job = { kind, person, files, step: undefined, startedAt, state: 'running', message: undefined };
    running = work()
      .then((message) => update({ state: message === undefined ? 'done' : 'failed', message }))
      .catch((error: Error) => {
        log(`the ${kind} failed`, error);
        update({ state: 'failed', message: error.message });
      })
      .finally(() => {
        running = undefined;
      });
  };
  const finish = async (drafts: readonly DraftRow[], entry: Entry): Promise<string | undefined> => {
    await writeFile(unfinished, '');
    const failure = await runBuild(await draft.readBytes(drafts), distDir ?? '');
    if (failure !== undefined) {
      log('publishing the content failed');
      return failure;
    }
    // What has been changed by hand has a version of its own, so that the next one has what was drafted.
    await history.record();
    try {
      // The site has to show what somebody has changed by hand during the build. If that has a mistake, the next look at the
      // content names it.
      if (await draft.write(drafts)) await runBuild(new Map(), distDir ?? '');
    } catch (error) {
      // Such as for a full disk. The site goes back to what the files say.
      await runBuild(new Map(), distDir ?? '');
      throw error;
    }
    // Before the page says that everybody sees it.
    await refreshSite?.();
    await history.record(entry);
    // Last, so that a process that ends before it is followed by one that ends them.
    await draft.end(drafts);
    log('the content is published');
    return undefined;
  };

  const publish = async ({ person, files: wanted, confirmed }: PublishRequest): Promise<Result<void>> => {
    if (!canBuild)
      return refuse({ code: 'content_invalid', error: 'Nothing can be published on this machine.' });
    const { review, drafts } = await reviewContent(deps, wanted);
    const { chosen: files, changes, byHand, conflicts, problems, digest } = review;
    if (conflicts.length > 0 || digest !== confirmed) return refuse({ code: 'content_changed_meanwhile' });
    if (problems.length > 0) return refuse({ code: 'content_invalid' });
    if (files.length === 0 && byHand.length === 0)
      return refuse({ code: 'content_invalid', error: 'There’s nothing to publish.' });
    const chosen = drafts.filter(({ file }) => files.includes(file));
    const entry = { person: person.name, personId: person.id, changes };
    begin({ kind: 'publish', person: person.name, files }, () =>
      finish(chosen, entry).finally(() => rm(unfinished, { force: true })),
    );
    return { ok: true, value: undefined };
  };

  /** Builds the site from the files again. */
  const goBack = async () => {
    const failure = await runBuild(new Map(), distDir ?? '');
    if (failure !== undefined) throw new Error(failure);
    await refreshSite?.();
    await rm(unfinished);
  };

  return {
    /** Absolute. May not exist yet. */
    previewDir,
    /** False where the project's build is not installed, as on a machine that has only a built site. */
    canBuild,
    job: () => job,
    /** Starts publishing some drafts, and returns. The others stay drafts. */
    async publish(request: PublishRequest): Promise<Result<void>> {
      if (running || isPreparing) return refuse({ code: 'publishing_under_way' });
      isPreparing = true;
      return publish(request).finally(() => {
        isPreparing = false;
      });
    },
    async preview({ person, files }: ChosenDrafts): Promise<Result<void>> {
      if (!canBuild)
        return refuse({ code: 'content_invalid', error: 'Nothing can be built on this machine.' });
      if (running || isPreparing) return refuse({ code: 'publishing_under_way' });
      begin({ kind: 'preview', person: person.name, files }, async () =>
        runBuild(await draft.readChanges(files), previewDir),
      );
      return { ok: true, value: undefined };
    },
    /** Records what has changed while no service ran, and takes back what one that was killed has half published. */
    start(): void {
      if (canBuild && existsSync(unfinished)) {
        running = goBack()
          .catch((error) => log('the site could not be built from its files again', error))
          .finally(() => {
            running = undefined;
          });
      }
      history.record().catch((error) => log('the content’s history could not be read', error));
    },
    async stop(): Promise<void> {
      build?.stop();
      await running;
    },
  };
}

interface Build {
  /** `failure`: the build's own words; undefined if the site is built. */
  readonly ended: Promise<{ failure: string | undefined }>;
  stop(): void;
}

/** What the program prints at each step: `  2/4 Rendering the pages …`. */
const STEP = /^ *(\d\/\d .+?) …$/;
/** Enough for every mistake in the content; a stack is longer. */
const LONGEST_FAILURE = 4000;

/** Builds the site in a process of its own, which can neither block nor take down the service. */
function startBuild({
  program,
  folders,
  onStep,
}: {
  readonly program: string;
  /** Absolute. */
  readonly folders: Pick<Config, 'contentDir' | 'distDir' | 'dataDir'>;
  readonly onStep: (step: string) => void;
}): Build {
  // A fork has a channel to this process, and so learns of its end. Otherwise the next process would find it building.
  const child = fork(program, ['--if-changed'], {
    env: describeBuildEnvironment(folders),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-LONGEST_FAILURE);
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) {
      const step = STEP.exec(line)?.[1];
      if (step !== undefined) onStep(step);
    }
  });
  const ended = new Promise<{ failure: string | undefined }>((done) => {
    child.once('error', ({ message }) => done({ failure: message }));
    child.once('close', (code, signal) =>
      done({ failure: code === 0 ? undefined : errors.trim() || `The build ended with ${signal ?? code}.` }),
    );
  });
  return { ended, stop: () => child.kill() };
}
