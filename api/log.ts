import type { Log } from './http-errors.ts';

/** Writes to standard error, so that standard output keeps to the address that the service listens on. */
export const logToConsole: Log = (message, error) => {
  const time = new Date().toISOString();
  if (error === undefined) console.error(`${time} ${message}`);
  else console.error(`${time} ${message}:`, error);
};
