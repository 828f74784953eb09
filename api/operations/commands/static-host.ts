import { parseArgs } from 'node:util';
import { SANDBOX_PROVIDER } from '#domain/payments/payment-provider.ts';
import { readFolders } from '../../config.ts';
import { createLog } from '../../http/log.ts';
import { openSiteStore } from '../../site/site-store.ts';
import { writeForStaticHost } from '../../site/static-host.ts';

// npm run static-host -- https://shop.example.com: the public pages for a host near the visitors, in `static-host/`.

const FOLDER = 'static-host';

const [serviceUrl = ''] = parseArgs({ allowPositionals: true }).positionals;
if (!/^https?:\/\/[^/]+\/?$/.test(serviceUrl)) {
  console.error('Say where the service answers: npm run static-host -- https://shop.example.com');
  process.exit(2);
}
try {
  const { distDir, contentDir } = readFolders();
  const site = await openSiteStore(distDir, createLog('error').log, SANDBOX_PROVIDER, contentDir);
  const count = await writeForStaticHost(site.current().snapshot, FOLDER, serviceUrl);
  console.log(`${FOLDER}/ has ${count} files; everything else is asked of ${serviceUrl}.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
