import { HtmlValidate } from 'html-validate';

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

/** What is wrong with a page as HTML: `3:12 rule: message` for each. */
export async function validateMarkup(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
