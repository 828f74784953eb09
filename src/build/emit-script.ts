import type { Plugin } from 'vite';

/** Has a script compiled to a fixed path, for what must find it there without knowing its hash. */
export function emitScript(id: string, path: string): Plugin {
  return {
    name: `emit${path}`,
    apply: 'build',
    buildStart() {
      if (this.environment.name !== 'client') return;
      this.emitFile({ type: 'chunk', id, fileName: path.slice(1), preserveSignature: 'strict' });
    },
    generateBundle: {
      order: 'pre',
      // Astro deletes styles that it has put into no page; those of islands that start later are such.
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk.viteMetadata === undefined) continue;
          const { importedCss, importedAssets } = chunk.viteMetadata;
          for (const style of importedCss) importedAssets.add(style);
        }
      },
    },
  };
}
