/**
 * Renders every page with Astro into a folder, by the root's `astro.config.mjs`.
 * @throws whatever Astro throws, for a page that does not compile or render
 */
export async function renderWithAstro({ root, outDir }: { root: string; outDir: string }): Promise<void> {
  // Before the import and not only in the config, so that a config that does not load reports nothing either.
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  const { build } = await import('astro');
  await build({ root, outDir, logLevel: 'warn' });
}
