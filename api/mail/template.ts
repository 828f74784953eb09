import { type Html, html } from '#forms/html.ts';

/** A section of a mail. Every mail is written once, and sent as text and as HTML. */
export type TemplatePart =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Names with their values. A value may have several lines. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  /** A person's own text, unchanged. */
  | { readonly kind: 'quotation'; readonly text: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: `https://${string}` };

export interface Template {
  readonly subject: string;
  readonly parts: readonly TemplatePart[];
}

export function renderText({ parts }: Template): string {
  return `${parts.map(partAsText).join('\n\n')}\n`;
}

/**
 * The template as HTML. Without tables, images or colours, except the line beside a quotation, so that mail programs
 * can show it in dark mode.
 */
export function renderHtml({ subject, parts }: Template): string {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 16px;color-scheme:light dark">
<div style="max-width:36em;margin:0 auto;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Arial,sans-serif">
${parts.map(partAsHtml)}
</div>
</body>
</html>
`.toString();
}

function partAsText(part: TemplatePart): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text;
    case 'facts':
      return part.facts.map(([name, value]) => `${name}: ${indent(value)}`).join('\n');
    case 'quotation':
      return part.text.replace(/^/gm, '> ');
    case 'link':
      return `${part.label}:\n${part.url}`;
  }
}

/** Values of several lines start on a line of their own, indented. */
function indent(value: string): string {
  return value.includes('\n') ? `\n${value.replace(/^/gm, '  ')}` : value;
}

function partAsHtml(part: TemplatePart): Html {
  switch (part.kind) {
    case 'paragraph':
      return html`<p style="margin:0 0 16px">${withBreaks(part.text)}</p>\n`;
    case 'facts':
      return html`<p style="margin:0 0 16px">${part.facts.map(
        ([name, value]) =>
          html`<strong>${name}:</strong>${value.includes('\n') ? html`<br>` : ' '}${withBreaks(value)}<br>`,
      )}</p>\n`;
    case 'quotation':
      return html`<blockquote style="margin:0 0 16px;padding:0 0 0 14px;border-left:4px solid #3e6b4f">${withBreaks(part.text)}</blockquote>\n`;
    case 'link':
      return html`<p style="margin:0 0 16px">${part.label}:<br><a href="${part.url}">${part.url}</a></p>\n`;
  }
}

function withBreaks(text: string): Html[] {
  return text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
}
