import { OWN_EMBED_SANDBOX } from '#domain/embeds.ts';
import { formatPermissions, formatPolicy, type PagePolicy } from './format-policy.ts';
import type { PageMarkup } from './page-markup.ts';

/**
 * The policy of a page that runs another company's script for the pages that frame it. `sandbox` gives it an origin of
 * its own, also where somebody opens it without the frame: to its script our pages, cookies, storage and API are those
 * of a stranger. The company's host serves the script, and with it its pictures, data and frames; nothing of ours can
 * be asked for.
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
    // Browsers show a sandboxed page with another value not at all.
    openerPolicy: 'unsafe-none',
    framing: 'SAMEORIGIN',
  };
}
