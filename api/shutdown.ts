import type { Server } from 'node:http';

/** How long running requests may take to finish after a SIGTERM, below the 10 s that most hosts then wait. */
const DEADLINE_MS = 8000;
const POLL_MS = 50;

/**
 * Stops accepting connections and waits until the running requests are answered.
 * @param deadlineMs after which those that still run are cut off
 */
export async function closeServer(server: Server, deadlineMs = DEADLINE_MS): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A kept-alive connection turns idle only once its answer is out, so ask more than once.
  const idle = setInterval(() => server.closeIdleConnections(), POLL_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
