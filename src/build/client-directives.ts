import type { AstroIntegration } from 'astro';

/** Adds `client:reach` to the ways in which an island can load. */
export function addClientDirectives(): AstroIntegration {
  return {
    name: 'client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'reach', entrypoint: './src/browser/hydrate-on-reach.ts' });
      },
    },
  };
}
