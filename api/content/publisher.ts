import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Result, refuse } from '../http/result.ts';

/** A build that the editor's pages can follow. */
export interface PublishJob {
  readonly kind: 'publish' | 'preview';
  readonly person: string | null;
  /** In words: `2/4 Rendering the pages`. Undefined before the first. */
  readonly step: string | undefined;
  readonly startedAt: string;
  readonly state: 'running' | 'done' | 'failed';
  /** The build's own words when it ended. */
  readonly message: string | undefined;
}

/** Builds the site from the drafted content: for a look, or for everybody. One at a time. */
export interface Publisher {
  /**
   * Starts publishing, and returns.
   * @param request `confirmed` is the digest of the review that the person has seen and confirmed, warnings included
   */
  publish(request: { person: string; confirmed: string }): Promise<Result<void>>;
  /** Starts building the preview, and returns. */
  preview(request: { person: string }): Promise<Result<void>>;
  /** What runs or ran last in this process. */
  job(): PublishJob | undefined;
  /** Finishes what a crash has interrupted. */
  start(): void;
  /** Ends a build. The next start finishes what was being published. */
  stop(): Promise<void>;
  /** Absolute. May not exist yet. */
  readonly previewDir: string;
  /** False where the project's build is not installed, as on a machine that has only a built site. */
  readonly canBuild: boolean;
}

const ROOT = resolve(import.meta.dirname, '../..');

export function createPublisher({ dataDir }: { readonly dataDir: string }): Publisher {
  const isInstalled = ['src/build/build-site.ts', 'node_modules/astro/package.json'].every((file) =>
    existsSync(join(ROOT, file)),
  );
  return {
    publish: async () => refuse({ code: 'publishing_under_way' }),
    preview: async () => refuse({ code: 'publishing_under_way' }),
    job: () => undefined,
    start() {},
    async stop() {},
    previewDir: join(dataDir, 'preview'),
    canBuild: isInstalled,
  };
}
