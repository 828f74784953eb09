import type { Entries } from '../../../api/http/request-body.ts';

/**
 * What a browser sends of the forms in a page: every control's name and value, in the order of the page.
 * Files that nobody has chosen are left out.
 */
export function readFormEntries(page: string): Record<string, string> {
  const entries: Record<string, string> = {};
  const form = /<form class="form content-form"[\s\S]*?<\/form>/.exec(page)?.[0] ?? page;
  const controls =
    /<input (?<input>[^>]*)>|<textarea (?<area>[^>]*)>\n(?<text>[\s\S]*?)<\/textarea>|<select (?<select>[^>]*)>(?<options>[\s\S]*?)<\/select>/g;
  for (const { groups = {} } of form.matchAll(controls)) {
    const { input, area, text, select, options = '' } = groups;
    const attributes = input ?? area ?? select ?? '';
    const name = attribute(attributes, 'name') ?? '';
    if (/type="file"|type="(?:checkbox|radio)"(?!.* checked)/.test(attributes)) continue;
    if (Object.hasOwn(entries, name)) throw new Error(`${name} comes twice.`);
    entries[name] =
      input !== undefined
        ? (attribute(attributes, 'value') ?? '')
        : area !== undefined
          ? unescapeHtml(text ?? '').replaceAll('\n', '\r\n')
          : chosen(options);
  }
  return entries;
}

function chosen(options: string): string {
  const all = [...options.matchAll(/<option ([^>]*)>/g)].map(([, attributes = '']) => attributes);
  const option = all.find((attributes) => /\sselected/.test(attributes)) ?? all[0] ?? '';
  return attribute(option, 'value') ?? '';
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : unescapeHtml(value);
}

export function unescapeHtml(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

/** The form's multipart body, with a file in one of its fields. */
export function withFile(entries: Entries, field: string, file: File): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(entries)) data.append(name, value);
  data.append(field, file);
  return data;
}
