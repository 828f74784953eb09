import { resolve } from 'node:path';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '..');

const portRule = 'must be a whole number from 0 to 65535';

const variablesSchema = z.object({
  /** 0 lets the system choose a free port, which the first line of output then names. */
  PORT: z.coerce.number(portRule).int(portRule).min(0, portRule).max(65535, portRule).default(4321),
  /** Unset, every interface is listened on, as a container or a phone on the same network needs. */
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('data'),
  DIST_DIR: z.string().min(1).default('dist'),
});

export interface Config {
  readonly port: number;
  readonly host: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute. */
  readonly distDir: string;
}

/**
 * The service's settings, read once from its environment. Relative folders are below the project's root.
 * @throws Error naming every variable that is wrong, each with what is wanted
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  // `PORT=` in an .env file means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = variablesSchema.safeParse(given);
  if (!result.success) throw new Error(describeProblems(result.error, given));
  const { PORT, HOST, DATA_DIR, DIST_DIR } = result.data;
  return Object.freeze({
    port: PORT,
    host: HOST,
    dataDir: resolve(root, DATA_DIR),
    distDir: resolve(root, DIST_DIR),
  });
}

function describeProblems(error: z.ZodError, env: Record<string, string | undefined>): string {
  const problems = error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `${name}=${env[name]}: ${message}`;
  });
  return `The service cannot start with these settings: ${problems.join('; ')}.`;
}
