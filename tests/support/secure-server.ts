import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from './certificate.ts';
import { type SiteServer, startSiteServer } from './site-server.ts';

/** The real service with the built site, speaking HTTPS and HTTP/2 itself under a certificate that nobody trusts. */
export async function startSecureServer(
  env: Record<string, string> = {},
): Promise<Pick<SiteServer, 'url' | 'stop'>> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const { cert, key } = makeCertificate();
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  await writeFile(files.TLS_CERT, cert);
  await writeFile(files.TLS_KEY, key);
  const server = await startSiteServer({ ...files, ...env });
  const stop = async () => {
    await rm(folder, { recursive: true });
    return server.stop();
  };
  return { url: server.url, stop };
}
