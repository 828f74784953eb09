import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // Matters of taste, which the build's HTML writer decides.
    'attr-quotes': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'long-title': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    // A phone number is shown as people write it, and breaks where the page needs it to.
    'tel-non-breaking': 'off',
  },
});

/**
 * Astro writes it before a page's first island, even into elements that may not contain a style. Browsers accept it
 * anywhere.
 */
const ISLAND_STYLES = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

/** The HTML errors of a page: `3:12 rule: message` for each. */
export async function validateMarkup(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(ISLAND_STYLES, ''));
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
