import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

// A client that costs little, because it shares the processors with the service: each connection sends its next
// request when the answer to the last is complete. Runs in its own thread.

export interface LoadRequest {
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  /** JSON texts, one for each request. */
  readonly bodies: readonly string[];
}

export interface LoadResult {
  readonly seconds: number;
  /** How many answers had each status. */
  readonly statuses: Record<string, number>;
}

async function runLoad({ port, path, connections, bodies }: LoadRequest): Promise<LoadResult> {
  const requests = bodies.map(
    (body) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // In their order, as buyers come: a database appends to its indexes then.
  const waiting = requests.values();
  const statuses: Record<string, number> = {};
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, () => runConnection(port, waiting, statuses)));
  return { seconds: (performance.now() - started) / 1000, statuses };
}

function runConnection(
  port: number,
  waiting: Iterator<string>,
  statuses: Record<string, number>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.setEncoding('utf8');
    let received = '';
    const sendNext = () => {
      const { value: request } = waiting.next();
      if (request === undefined) socket.end(resolve);
      else socket.write(request);
    };
    socket.on('connect', sendNext);
    socket.on('error', reject);
    socket.on('data', (text: string) => {
      received += text;
      if (!isWhole(received)) return;
      const status = received.slice(9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      received = '';
      sendNext();
    });
  });
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end));
  return length
    ? Buffer.byteLength(answer.slice(end + 4)) >= Number(length[1])
    : answer.endsWith('\r\n0\r\n\r\n');
}

if (parentPort) parentPort.postMessage(await runLoad(workerData as LoadRequest));
