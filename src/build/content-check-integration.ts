import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { BuildError } from './build-error.ts';
import { readCheckedContent } from './content.ts';

/**
 * Makes `astro build` and `astro dev` refuse mistaken content with the same message as the content check.
 * Astro's own loaders stop at the first bad entry, and do not know of mistakes between files.
 */
export function checkContentFirst(): AstroIntegration {
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ config, command }) => {
        if (command !== 'build' && command !== 'dev') return;
        await readCheckedContent(fileURLToPath(new URL('content', config.root))).catch((error) => {
          // Astro prints the stack of what it catches; the mistake is in the content and not in any code.
          if (error instanceof BuildError) error.stack = '';
          throw error;
        });
      },
    },
  };
}
