import { runProgram } from '#commands';
import { SANDBOX_PROVIDER } from '#domain/payments/payment-provider.ts';
import { readDataPlaces } from '../../config.ts';
import { createLog } from '../../http/log.ts';
import { openSiteStore } from '../../site/site-store.ts';
import { writeForStaticHost } from '../../site/static-host.ts';

const FOLDER = 'static-host';

await runProgram('static-host', async ({ words: [serviceUrl] }) => {
  const { distDir, contentDir } = readDataPlaces();
  const site = await openSiteStore(distDir, createLog('error').log, SANDBOX_PROVIDER, { contentDir });
  const count = await writeForStaticHost(site.current().snapshot, FOLDER, serviceUrl);
  console.log(`${FOLDER}/ has ${count} files; everything else is asked of ${serviceUrl}.`);
});
