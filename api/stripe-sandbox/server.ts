import { parseArgs } from 'node:util';
import { SANDBOX_PUBLISHABLE_KEY } from '#domain/payments/payment-sandbox.ts';
import { SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from './cards.ts';
import { startSandbox } from './sandbox.ts';

const USAGE = `The payment sandbox as a process of its own.

  node api/stripe-sandbox/server.ts --data-file <path> [--port 0] [--webhook-url <url>] [--settle-after-ms 20000]

The keys are the sandbox's own unless --secret-key, --publishable-key or --webhook-secret say otherwise.
The first line of output is its address.`;

async function start(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      'data-file': { type: 'string' },
      'webhook-url': { type: 'string' },
      'webhook-secret': { type: 'string', default: SANDBOX_WEBHOOK_SECRET },
      'secret-key': { type: 'string', default: SANDBOX_SECRET_KEY },
      'publishable-key': { type: 'string', default: SANDBOX_PUBLISHABLE_KEY },
      'settle-after-ms': { type: 'string', default: '20000' },
      help: { type: 'boolean', default: false },
    },
  });
  const [port, settleAfterMs] = [Number(values.port), Number(values['settle-after-ms'])];
  const dataFile = values['data-file'];
  if (values.help || dataFile === undefined || !Number.isInteger(port) || !Number.isInteger(settleAfterMs)) {
    throw new Error(USAGE);
  }
  const url = values['webhook-url'];
  const sandbox = await startSandbox({
    port,
    dataFile,
    webhook: url === undefined ? null : { url, secret: values['webhook-secret'] },
    secretKey: values['secret-key'],
    publishableKey: values['publishable-key'],
    settleAfterMs,
  });
  console.log(sandbox.url);

  const stop = async () => {
    await sandbox.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

await start().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
