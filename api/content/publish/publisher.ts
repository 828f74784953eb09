import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Log } from '../../http/log.ts';
import { type Result, refuse } from '../../http/result.ts';
import { copyContentFolder } from '../files/content-folder.ts';
import type { Author, ContentDraft } from '../files/draft.ts';
import type { ContentHistory, StoredVersion } from './history.ts';
import { reviewContent } from './review.ts';
import { type Build, startBuild } from './run-build.ts';

/** A build that the editor's pages can follow. */
export interface PublishJob {
  readonly kind: 'publish' | 'preview';
  readonly person: string | null;
  /** The drafted files that it is about. */
  readonly files: readonly string[];
  /** In words: `2/4 Rendering the pages`. Undefined before the first. */
  readonly step: string | undefined;
  readonly startedAt: string;
  readonly state: 'running' | 'done' | 'failed';
  /** The build's own words when it ended. */
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

export type Publisher = ReturnType<typeof createPublisher>;

export interface PublisherDependencies {
  /** Absolute. */
  readonly contentDir: string;
  readonly dataDir: string;
  /** Of the published site. If undefined, nothing can be published. */
  readonly distDir: string | undefined;
  readonly draft: ContentDraft;
  readonly history: ContentHistory;
  readonly clock: () => Date;
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
 * Publishing writes the drafted files into the content folder, builds, and only then forgets the drafts. A version in
 * the state `publishing` says that this is under way, so that a process that ends in the middle can be followed by one
 * that does the rest. If the build fails, the files are put back and the drafts stay.
 */
export function createPublisher(deps: PublisherDependencies) {
  const { contentDir, dataDir, distDir, draft, history, clock, log } = deps;
  const { buildProgram = OWN_PROGRAM, refreshSite } = deps;
  const previewDir = join(dataDir, 'preview');
  const canBuild =
    distDir !== undefined &&
    existsSync(buildProgram) &&
    (buildProgram !== OWN_PROGRAM || existsSync(join(ROOT, 'node_modules/astro/package.json')));
  let job: PublishJob | undefined;
  let build: Build | undefined;
  let running: Promise<void> | undefined;
  /** Between the request and the begin of the work. */
  let isPreparing = false;
  let isStopped = false;

  const runBuild = async (from: string, to: string) => {
    const folders = { contentDir: from, distDir: to, dataDir };
    build = startBuild({ program: buildProgram, folders, onStep: (step) => update({ step }) });
    const ending = await build.ended;
    build = undefined;
    return ending;
  };
  const update = (changes: Partial<PublishJob>) => {
    if (job) job = { ...job, ...changes };
  };
  /** Does a job in the background. Nothing else may be running. */
  const begin = (
    kind: PublishJob['kind'],
    { person, files }: Pick<PublishJob, 'person' | 'files'>,
    work: () => Promise<string | undefined>,
  ) => {
    job = {
      kind,
      person,
      files,
      step: undefined,
      startedAt: clock().toISOString(),
      state: 'running',
      message: undefined,
    };
    running = work()
      .then((failure) => {
        // The next process goes on with it.
        if (isStopped) return;
        update(failure === undefined ? { state: 'done' } : { state: 'failed', message: failure });
      })
      .catch((error: Error) => {
        log(`the ${kind} failed`, error);
        update({ state: 'failed', message: error.message });
      })
      .finally(() => {
        running = undefined;
      });
  };
  /** @returns why it failed */
  const finish = async (version: StoredVersion): Promise<string | undefined> => {
    // Such as a full disk: the files that were written are put back.
    const unwritten = await history.write(version).then(
      () => undefined,
      ({ message }: Error) => message,
    );
    // The next process does the rest.
    if (isStopped) return undefined;
    const failure = unwritten ?? (await runBuild(contentDir, distDir ?? '')).failure;
    if (isStopped) return undefined;
    const changed = await history.listFileChanges(version);
    if (failure === undefined) {
      // Before the page says that everybody sees it.
      await refreshSite?.();
      await draft.end(changed);
    } else {
      await history.takeBack(version);
      const { person, personId, madeAt: changedAt } = version;
      await draft.takeUpAgain(changed, { person: person ?? 'by hand', personId, changedAt });
    }
    // Last, so that a process that ends before it is followed by one that does all of this again.
    await history.settle(version, failure);
    log(
      failure === undefined ? `content version ${version.id} is published` : 'publishing the content failed',
    );
    // What has been changed by hand, or in the notices, during the build.
    await history.record();
    return failure;
  };

  const publish = async ({ person, files: wanted, confirmed }: PublishRequest): Promise<Result<void>> => {
    if (!canBuild)
      return refuse({ code: 'content_invalid', error: 'Nothing can be published on this machine.' });
    const { review, drafts } = await reviewContent(deps, wanted);
    if (review.conflicts.length > 0 || review.digest !== confirmed)
      return refuse({ code: 'content_changed_meanwhile' });
    if (review.problems.length > 0) return refuse({ code: 'content_invalid' });
    if (review.chosen.length === 0 && review.byHand.length === 0)
      return refuse({ code: 'content_invalid', error: 'There’s nothing to publish.' });
    // What has been changed by hand has a version of its own, so that this one has what was drafted.
    await history.record();
    const chosen = await draft.readChanges(review.chosen);
    const started = await draft.withRows(async (now): Promise<Result<StoredVersion>> => {
      if (JSON.stringify(now) !== JSON.stringify(drafts))
        return refuse({ code: 'content_changed_meanwhile' });
      const entry = { person: person.name, personId: person.id, changes: review.changes };
      const version = await history.begin(chosen, entry);
      return version ? { ok: true, value: version } : refuse({ code: 'publishing_under_way' });
    });
    if (!started.ok) return started;
    const version = started.value;
    begin('publish', { person: person.name, files: review.chosen }, () => finish(version));
    return { ok: true, value: undefined };
  };

  return {
    /** Absolute. May not exist yet. */
    previewDir,
    /** False where the project's build is not installed, as on a machine that has only a built site. */
    canBuild,
    /** What runs or ran last in this process. */
    job: () => job,
    /** Starts publishing some drafts, and returns. The others stay drafts. */
    async publish(request: PublishRequest): Promise<Result<void>> {
      if (running || isPreparing) return refuse({ code: 'publishing_under_way' });
      isPreparing = true;
      return publish(request).finally(() => {
        isPreparing = false;
      });
    },
    /** Starts building the preview with some drafts, and returns. */
    async preview(request: ChosenDrafts): Promise<Result<void>> {
      if (!canBuild)
        return refuse({ code: 'content_invalid', error: 'Nothing can be built on this machine.' });
      if (running || isPreparing) return refuse({ code: 'publishing_under_way' });
      begin('preview', { ...request, person: request.person.name }, async () => {
        // A folder of its own, because others go on with the draft during the build.
        const folder = join(dataDir, 'preview-content');
        await copyContentFolder(contentDir, folder, await draft.readChanges(request.files));
        return (await runBuild(folder, previewDir)).failure;
      });
      return { ok: true, value: undefined };
    },
    /** Finishes what a crash has interrupted. */
    start(): void {
      if (!canBuild || running) return;
      const goOn = async () => {
        const version = await history.findPublishing();
        if (version === undefined) await history.record();
        else if (!running && !isStopped)
          begin('publish', { person: version.person, files: [] }, () => finish(version));
      };
      goOn().catch((error) => log('the content’s history could not be read', error));
    },
    /** Ends a build. The next start finishes what was being published. */
    async stop(): Promise<void> {
      isStopped = true;
      build?.stop();
      await running;
    },
  };
}
