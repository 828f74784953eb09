import { keepTogether } from '#domain/keep-together.ts';
import { toHref } from '#domain/links.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import { type Html, html } from '#forms/html.ts';
import { MARK_SRC } from './mark.ts';

/** A section of a mail. Every mail is written once, and sent as text and as HTML. */
export type TemplatePart =
  | string
  /** Names with their values. A value may have several lines. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'quotation'; readonly text: string }
  /** A button, with the address beneath it for people whose mail program shows none. */
  | { readonly kind: 'link'; readonly label: string; readonly url: `https://${string}` };

export interface Template {
  readonly subject: string;
  readonly parts: readonly TemplatePart[];
  /** The sender of a mail to a visitor or buyer: its name at the top, its address at the foot. */
  readonly from?: Farm;
  /** Whether a person wrote it, with a greeting of their own. */
  readonly isLetter?: boolean;
  readonly terms?: readonly string[];
}

/** The plain-text part of a mail. */
export function renderText(template: Template): string {
  const { parts, from, terms = [] } = template;
  const contacts = from && partAsText({ kind: 'facts', facts: listContacts(from) });
  const all = [...parts.map(partAsText), writeWishes(template), contacts, ...terms];
  return `${all.filter(Boolean).join('\n\n')}\n`;
}

function partAsText(part: TemplatePart): string {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'facts':
      return part.facts.map(([name, value]) => `${name}:${indent(value)}`).join('\n');
    case 'quotation':
      return part.text.replace(/^/gm, '> ');
    case 'link':
      return `${part.label}:\n${part.url}`;
  }
}

/** Values of several lines start on a line of their own, indented. */
function indent(value: string): string {
  return value.includes('\n') ? `\n${value.replace(/^/gm, '  ')}` : ` ${value}`;
}

/** Mail programs drop what they do not know, so every other style is inline. This sheet is for those that keep it. */
const STYLES = html`.one{white-space:nowrap}@media (prefers-color-scheme:dark){.page,.page td,.page th{background:#16211b!important;color:#f1ece0!important}.page a{color:#f3c46b!important}.page .head td,.page .head a{background:#0c2417!important;color:#fbf7ef!important}.page .button td,.page .button a{background:#f1ece0!important;color:#123524!important}}`;

const SANS = html`system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`;
const SERIF = html`'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif`;

/**
 * The HTML part of a mail. The mark is its only picture, and nothing is missing where that is blocked. Tables, because
 * some mail programs lay out nothing else.
 */
export function renderHtml(template: Template): string {
  const { subject, parts, from, terms = [] } = template;
  const wishes = writeWishes(template);
  const page = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${STYLES}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbf7ef;color-scheme:light dark">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf7ef;color:#1b1f1c;font:16px/1.5 ${SANS}">
${renderHead(from)}
<tr><td style="padding:24px 16px" align="center"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:36em;text-align:left">
<tr><td>
${parts.map(partAsHtml)}
${wishes && html`<p style="margin:0 0 16px">${wishes}</p>`}
${from && renderFoot(from)}
${terms.map((text) => html`<p style="margin:0 0 10px;font-size:13px;line-height:1.45">${withBreaks(text)}</p>\n`)}
</td></tr>
</table></td></tr>
</table>
</body>
</html>
`;
  return keepTogether(page.toString());
}

/** The mark, and the farm's name where it writes to somebody else. */
function renderHead(from: Farm | undefined): Html {
  const mark = html`<img src="${MARK_SRC}" width="44" height="44" alt="" style="border:0;vertical-align:middle">`;
  const named =
    from &&
    html`<a href="${from.website}" style="color:#fbf7ef;font:700 22px/1.25 ${SERIF};text-decoration:none">${mark}<span style="padding-left:12px;vertical-align:middle">${from.name}</span></a>`;
  return html`<tr class="head"><td align="center" style="padding:${from ? 16 : 8}px;background:#123524">${named ?? mark}</td></tr>`;
}

function partAsHtml(part: TemplatePart): Html {
  if (typeof part === 'string') return html`<p style="margin:0 0 16px">${withBreaks(part)}</p>\n`;
  switch (part.kind) {
    case 'facts':
      return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-top:1px solid #b9c4b4">${part.facts.map(
        ([name, value]) =>
          html`<tr><th scope="row" align="left" valign="top" width="32%" style="padding:8px 12px 8px 0;border-bottom:1px solid #b9c4b4;font-weight:400">${name}</th><td valign="top" style="padding:8px 0;border-bottom:1px solid #b9c4b4;font-weight:600;overflow-wrap:anywhere;word-break:break-word">${withBreaks(value)}</td></tr>\n`,
      )}</table>\n`;
    case 'quotation':
      return html`<blockquote style="margin:0 0 16px;padding:0 0 0 14px;border-left:4px solid #3e6b4f;overflow-wrap:anywhere;word-break:break-word">${withBreaks(part.text)}</blockquote>\n`;
    case 'link':
      return html`<table class="button" role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 8px"><tr><td style="border-radius:3px;background:#123524"><a href="${part.url}" style="display:inline-block;padding:13px 22px;color:#fff;font-weight:700;text-decoration:none">${part.label}</a></td></tr></table>
<p style="margin:0 0 20px;font-size:13px;line-height:1.4">Or use this link: <a href="${part.url}" style="color:#123524;overflow-wrap:anywhere;word-break:break-all">${part.url}</a></p>\n`;
  }
}

function renderFoot(farm: Farm): Html {
  const { name, phone, email } = farm;
  return html`<p style="margin:0 0 20px;padding:16px 0 0;border-top:3px solid #123524"><strong>${name}</strong><br>
${listAddress(farm).map((line) => html`${line}<br>`)}<a href="${toHref(`tel:${phone}`)}" style="color:#123524">${phone}</a><br>
<a href="mailto:${email}" style="color:#123524">${email}</a></p>\n`;
}

function writeWishes({ from, isLetter }: Template): string | undefined {
  return from && !isLetter ? `With best wishes from everybody at ${from.name}` : undefined;
}

function listContacts(farm: Farm): (readonly [string, string])[] {
  return [
    ['Phone', farm.phone],
    ['E-mail', farm.email],
    ['Farm', [farm.name, ...listAddress(farm)].join('\n')],
  ];
}

function listAddress({ address: { lines, town, county, postcode } }: Farm): string[] {
  return [...lines, town, `${county} ${postcode}`];
}

function withBreaks(text: string): Html[] {
  return text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
}
