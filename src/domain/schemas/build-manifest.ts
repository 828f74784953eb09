import { z } from 'zod';

/** A path on this site: one leading slash, never two, because browsers read `//name` as another host. */
const sitePathSchema = z
  .string()
  .regex(/^\/(?![/\\])[^\s\\]*$/, 'must be a path on this site, such as /about-us');

/** An old address, which may have a query, and where it went. `to` may end in `#anchor`. */
const siteRedirectSchema = z.strictObject({
  from: sitePathSchema.regex(/^(\/|[^?#]*[^?#/])(\?[^?#]+)?$/, 'must have no anchor and no final slash'),
  to: sitePathSchema.regex(/^[^?]*$/, 'must have no query'),
});

/** One file of the built site. A compressed form is a file of its own beside it: `prices.html.br`. */
const builtFileSchema = z.strictObject({
  /** Relative to the folder, with forward slashes: `prices.html`. */
  path: z.string().min(1),
  bytes: z.int().nonnegative(),
  /** First 16 hex digits of the sha256 of its bytes. */
  hash: z.string().regex(/^[0-9a-f]{16}$/),
});

/** `dist/build.json`: written last, so a folder that has one is a whole site. */
export const buildManifestSchema = z.strictObject({
  /** First 16 hex digits of a sha256 over the file list: equal files, equal id. */
  id: z.string().regex(/^[0-9a-f]{16}$/),
  builtAt: z.iso.datetime(),
  /** Fingerprint of the sources that the site was built from. */
  inputs: z.string().regex(/^[0-9a-f]{64}$/),
  redirects: z.array(siteRedirectSchema),
  files: z.array(builtFileSchema),
});

/** The part of the content that the service reads, as `content/`'s files by name. `.content.json` has all of it. */
export const SERVICE_CONTENT = '.service.json';
/** The files in it, as globs. */
export const SERVICE_FILES = [
  'farm.json',
  'shop.json',
  'notices.json',
  'structured-data.json',
  'season/*.json',
  'hours/*.json',
];

export type SiteRedirect = z.infer<typeof siteRedirectSchema>;
export type BuildManifest = z.infer<typeof buildManifestSchema>;
