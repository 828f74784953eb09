import { expect, test } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { pagePaths, readPage } from './built-site.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // Matters of taste, which the build's own writer of HTML decides.
    'attr-quotes': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'long-title': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    // A telephone number is shown as people write it, and breaks where the page needs it to.
    'tel-non-breaking': 'off',
  },
});

/** Astro writes this before a page's first island, wherever that stands; a style belongs into the head. */
const ASTRO_STYLE = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

for (const path of [...pagePaths(), '/embed/tickets']) {
  test(`${path} is valid HTML`, async () => {
    const report = await validator.validateString(readPage(path).replace(ASTRO_STYLE, ''));
    const messages = report.results.flatMap(({ messages: found }) =>
      found.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
    );
    expect(messages).toEqual([]);
  });
}
