import { type DestinationStream, type Logger, pino } from 'pino';

/** Writes one entry to the service's log. Pass no personal data. */
export type Log = (message: string, error?: unknown) => void;

export interface ServiceLog {
  log: Log;
  logger: Logger;
}

/**
 * The service's log: one JSON object per line, without personal data. It goes to standard error, because the first line
 * of standard output is the service's URL.
 * @param level the lowest level to write: debug, info, warn, error or silent
 */
export function createLog(level: string, destination: DestinationStream = toStandardError()): ServiceLog {
  const logger = pino(
    {
      level,
      // No process id and host name, because the log collector knows where the lines come from.
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  const log: Log = (message, error) => {
    const text = maskPersonalData(message);
    if (error === undefined) logger.info(text);
    else logger.error({ error: describeError(error) }, text);
  };
  return { log, logger };
}

/** Synchronous, so that the last line before a crash is not lost. */
function toStandardError(): DestinationStream {
  return pino.destination({ dest: 2, sync: true });
}

/** For development: readable lines, and errors in full. */
export const logToConsole: Log = (message, error) => {
  const time = new Date().toISOString();
  if (error === undefined) console.error(`${time} ${message}`);
  else console.error(`${time} ${message}:`, error);
};

/** Characters of a text that are logged. Enough for every message of our own, and short enough to mask quickly. */
const LONGEST_TEXT = 1000;
const DELIMITERS = ' \n\t,;/&';

const WORD = /[^\s<>"'(),;:=/]+/g;
/** Each takes time linear in the text's length (`tests/api/http/patterns.spec.ts`). */
const MASKS: readonly (readonly [RegExp, string])[] = [
  // Mail servers, JSON.parse and others quote their input. From the first quote to the last, because the input can
  // contain quotes.
  [/"[\s\S]*"|"[^"]*$|`[^`]{2,}`|(?<!\w)'[^'\n]{2,}'(?!\w)/g, '"…"'],
  [/(?<![\w-])(?:\+|0)\d[\d ()-]{6,30}\d(?![\w-])/g, '[phone]'],
  [/(?<![\w-])(?:\d[ -]?){13,19}(?![\w-])/g, '[number]'],
  [/\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/gi, '[postcode]'],
];

/**
 * Masks what looks like an e-mail address, a phone or card number, a postcode, or quoted input. A long text is cut
 * first, so that a request cannot make logging expensive.
 */
export function maskPersonalData(text: string): string {
  const withoutEmails = cutText(text, LONGEST_TEXT).replace(WORD, maskEmail);
  return MASKS.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), withoutEmails);
}

function maskEmail(word: string): string {
  return word.lastIndexOf('@', word.length - 2) > 0 ? '[e-mail]' : word;
}

/** Cuts at a delimiter, because half an e-mail address would not be recognised. */
function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let end = longest;
  while (end > 0 && !DELIMITERS.includes(text.charAt(end - 1))) end -= 1;
  return `${text.slice(0, end)}…`;
}

interface LoggedError {
  type: string;
  message: string;
  code?: string | number;
  /** Functions and lines of our own code and the libraries. */
  stack?: string[];
  cause?: LoggedError;
}

const MOST_FRAMES = 12;
const MOST_CAUSES = 4;

/**
 * Copies only harmless properties, because libraries attach requests, recipients and server responses to their errors.
 * Of the stack only the frames, because its first line repeats the message.
 */
function describeError(error: unknown, causes = MOST_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: maskPersonalData(String(error)) };
  const described: LoggedError = { type: error.name, message: maskPersonalData(error.message) };
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' || typeof code === 'number') described.code = code;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  if (frames.length > 0) described.stack = frames.slice(0, MOST_FRAMES).map((frame) => frame.trim());
  if (error.cause !== undefined && causes > 0) described.cause = describeError(error.cause, causes - 1);
  return described;
}
