import type { AstroIntegration } from 'astro';

/**
 * Adds /components, the page that shows every component in every state. With `dev` it is there while somebody works on
 * the site, and never in what is published; the tests build it with `build`.
 */
export function addComponentGallery({ during }: { readonly during: 'dev' | 'build' }): AstroIntegration {
  return {
    name: 'component-gallery',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== during) return;
        injectRoute({ pattern: '/components', entrypoint: './src/gallery/GalleryPage.astro' });
      },
    },
  };
}
