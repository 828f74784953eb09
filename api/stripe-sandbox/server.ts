import { EXIT, readCommandLine } from '#commands';
import { SANDBOX_PUBLISHABLE_KEY } from '#domain/payments/payment-provider.ts';
import { SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from './cards.ts';
import { startSandbox } from './sandbox.ts';

async function start(): Promise<void> {
  const { flags, words } = readCommandLine('sandbox');
  const url = flags['webhook-url'];
  const settleAfterMs = flags['settle-after-ms'];
  const sandbox = await startSandbox({
    port: Number(flags.port ?? 0),
    dataFile: words[0],
    webhook: url === undefined ? null : { url, secret: SANDBOX_WEBHOOK_SECRET },
    secretKey: SANDBOX_SECRET_KEY,
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    ...(settleAfterMs !== undefined && { settleAfterMs: Number(settleAfterMs) }),
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
  process.exit(EXIT.failed);
});
