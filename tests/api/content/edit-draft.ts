import type { ContentUnderTest } from './content-under-test.ts';

/** The parts of the editor behind its pages. */
export function partsOf({ app }: ContentUnderTest) {
  const { content } = app.parts;
  if (content === undefined) throw new Error('The content cannot be edited.');
  return content;
}

/** Replaces words of a file in the draft, as its form would; null removes the file. */
export async function editDraft(
  content: ContentUnderTest,
  file: string,
  words: readonly [old: string, replacement: string] | null,
  person = 'Ada',
): Promise<void> {
  const { draft } = partsOf(content);
  const found = await draft.readFile(file);
  const source = Buffer.from(found?.bytes ?? '').toString('utf8');
  if (words && !source.includes(words[0])) throw new Error(`${file} has no ‘${words[0]}’.`);
  const bytes = words && Buffer.from(source.replace(...words));
  const saved = await draft.saveFile({
    file,
    bytes,
    seen: found?.hash ?? null,
    person: { id: person.toLowerCase(), name: person },
  });
  if (!saved.ok) throw new Error(saved.problem.code);
}

/** The value of a page's hidden field, such as `digest`. */
export function readHidden(html: string, name: string): string {
  const [, value = ''] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? [];
  return value;
}
