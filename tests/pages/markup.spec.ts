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

for (const path of [...pagePaths(), '/embed/tickets']) {
  test(`${path} is valid HTML`, async () => {
    const report = await validator.validateString(readPage(path));
    const messages = report.results.flatMap(({ messages: found }) =>
      found.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
    );
    expect(messages).toEqual([]);
  });
}
