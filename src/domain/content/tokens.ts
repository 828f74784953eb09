/** `{care.trunk-trim}` in content is replaced by a figure that is defined in one place. */
const TOKEN = /\{([a-z0-9._-]+)\}/gi;

/** Token names and their values. */
export type Tokens = ReadonlyMap<string, string>;

/** The names of the tokens in a text, in order. */
export function findTokens(text: string): string[] {
  return [...text.matchAll(TOKEN)].map((match) => match[1] ?? '');
}

/** In the address of a link such as `[ring us](tel:{phone})`, which ends at a space. */
const IN_ADDRESS = /\]\([^()\s]*$/;

/** Replaces every token. Throws an Error that names the first unknown one, because content is checked beforehand. */
export function fillTokens(text: string, tokens: Tokens): string {
  return text.replace(TOKEN, (_, name: string, at: number) => {
    const value = tokens.get(name);
    if (value === undefined) throw new Error(`Unknown token {${name}} in: ${text}`);
    return IN_ADDRESS.test(text.slice(0, at)) ? value.replaceAll(' ', '') : value;
  });
}

/** Changes every string of a record of content, at any depth. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change)) as T;
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)])) as T;
  }
  return value;
}
