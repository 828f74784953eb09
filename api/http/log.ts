import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError, maskPersonalData } from './log-redaction.ts';

/** Writes one entry to the service's log. Pass no personal data. */
export type Log = (message: string, error?: unknown) => void;

export interface ServiceLog {
  /** For the service's parts: a message, and the error that it is about. */
  log: Log;
  /** For `request-log.ts`: entries with fields of their own. */
  logger: Logger;
}

/**
 * The service's log: one JSON object a line, without personal data. It goes to standard error, because the first line
 * of standard output is the address that the service listens on, whatever has been logged before.
 * @param level the least that is written: debug, info, warn, error or silent
 */
export function createLog(level: string, destination: DestinationStream = toStandardError()): ServiceLog {
  const logger = pino(
    {
      level,
      // No process id and host name: whoever collects the lines knows where they are from.
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

/** Written at once, so that the last line before a crash is not lost. */
function toStandardError(): DestinationStream {
  return pino.destination({ dest: 2, sync: true });
}

/** For development: lines for a person, errors in full. */
export const logToConsole: Log = (message, error) => {
  const time = new Date().toISOString();
  if (error === undefined) console.error(`${time} ${message}`);
  else console.error(`${time} ${message}:`, error);
};
