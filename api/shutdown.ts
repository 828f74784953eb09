/** How long running requests may take to finish after a SIGTERM, below the 10 s that most hosts then wait. */
const DEADLINE_MS = 8000;
const POLL_MS = 50;

/** A server of `node:http`, or of `tls/tls-server.ts`. */
interface ClosableServer {
  close(onClosed: () => void): unknown;
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

/**
 * Stops accepting connections and waits until the running requests are answered. HTTP/2 connections are told with a
 * GOAWAY, after which their visitors ask elsewhere, or again.
 * @param deadlineMs after which those that still run are cut off
 */
export async function closeServer(server: ClosableServer, deadlineMs = DEADLINE_MS): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(resolve));
  // A kept-alive connection turns idle only once its answer is out, so ask more than once.
  const idle = setInterval(() => server.closeIdleConnections(), POLL_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
