import { readFile } from 'node:fs/promises';
import { minify, type Plugin } from 'vite';

/**
 * Minifies the scripts that pages contain as they are, `…-inline.js?raw`, because each page pays for each byte of them
 * before its first words.
 */
export function minifyInlineScripts(): Plugin {
  return {
    name: 'minify-inline-scripts',
    enforce: 'pre',
    load: {
      filter: { id: /-inline\.js\?raw$/ },
      async handler(id) {
        const path = id.replace(/\?raw$/, '');
        this.addWatchFile(path);
        const { code, errors } = await minify(path, await readFile(path, 'utf8'), { module: false });
        if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(', ')}`);
        return `export default ${JSON.stringify(code)}`;
      },
    },
  };
}
