import { fork } from 'node:child_process';
import { type Config, describeBuildEnvironment } from '../../config.ts';
import { lowerPriority } from '../../process/lower-priority.ts';

export interface Build {
  /** `failure`: the build's own words; undefined if the site is built. */
  readonly ended: Promise<{ failure: string | undefined }>;
  stop(): void;
}

/** What the program prints at each step: `  2/4 Rendering the pages …`. */
const STEP = /^ *(\d\/\d .+?) …$/;
/** Enough for every mistake in the content; a stack is longer. */
const LONGEST_FAILURE = 4000;

/** Builds the site in a process of its own, which can neither block nor take down the service. */
export function startBuild({
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
