import { OWN_EMBED_SANDBOX } from '#domain/embeds.ts';
import { formatPermissions, formatPolicy, type PagePolicy } from './format-policy.ts';
import type { PageMarkup } from './page-markup.ts';

/**
 * The policy of a page that runs another company's script and is shown in a frame. `sandbox` gives the page an opaque
 * origin, also when it is opened on its own, so the script cannot reach our pages, cookies, storage or API. Everything
 * else it loads must come from the script's own host.
 */
export function createEmbedPolicy({ scriptHashes, styleHashes, scriptOrigins }: PageMarkup): PagePolicy {
  return {
    contentSecurityPolicy: formatPolicy({
      'default-src': ["'none'"],
      'script-src': [...scriptHashes, ...scriptOrigins],
      'style-src': [...styleHashes, ...scriptOrigins],
      'img-src': ['data:', ...scriptOrigins],
      'font-src': scriptOrigins,
      'connect-src': scriptOrigins,
      'frame-src': scriptOrigins,
      'form-action': scriptOrigins,
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'self'"],
      sandbox: OWN_EMBED_SANDBOX.split(' '),
    }),
    permissionsPolicy: formatPermissions({
      payment: ['self', ...scriptOrigins],
      fullscreen: ['self', ...scriptOrigins],
    }),
    // Browsers refuse to show a sandboxed page with any other value.
    openerPolicy: 'unsafe-none',
    framing: 'SAMEORIGIN',
  };
}
