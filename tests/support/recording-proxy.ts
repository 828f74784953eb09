import { createServer, type IncomingMessage, request } from 'node:http';
import { listen } from './listen.ts';

interface Recorded {
  readonly method: string;
  /** Address with its query. */
  readonly path: string;
  /** `Sec-Purpose`: what browsers say of a page that nobody has asked for yet. */
  readonly purpose: string | undefined;
  /** Of the answer: how it was compressed, and how many bytes it is. */
  answer?: { readonly encoding: string | undefined; readonly bytes: number };
}

/** A browser's line to the service: it can be listened to, and cut. */
export interface RecordingProxy {
  readonly url: string;
  /** Every request since it was last emptied, a service worker's and a page's that is only prepared too. */
  readonly recorded: Recorded[];
  /** From now on there is no connection. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Starts a proxy in front of a server; browsers get all that the service sends, unchanged. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const recorded: Recorded[] = [];
  const start = async (port: number) => {
    const server = createServer((incoming, outgoing) => {
      const entry = record(incoming);
      recorded.push(entry);
      const { method, headers } = incoming;
      const onward = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
        entry.answer = {
          encoding: answer.headers['content-encoding'],
          bytes: Number(answer.headers['content-length'] ?? 0),
        };
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
    return { server, ...(await listen(server, port)) };
  };
  let line = await start(0);
  const { port } = line;
  return {
    url: `http://localhost:${port}`,
    recorded,
    async cut() {
      if (line.server.listening) await line.close();
    },
    async mend() {
      line = await start(port);
    },
  };
}

function record({ method = '', url = '', headers }: IncomingMessage): Recorded {
  return { method, path: url, purpose: headers['sec-purpose']?.toString() };
}
