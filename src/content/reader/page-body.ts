import { firstLine, UnreadableFile } from './problems.ts';
import { readBlocks, readButtons } from './words.ts';

/** A section as the body of a page describes it. */
export interface BodySection {
  heading: string;
  text?: string[];
  links?: { label: string; href: string }[];
}

const HEADING = /^## (?<heading>.+?)(?: \{#(?<id>[a-z0-9-]+)\})?$/;

/**
 * Adds the sections of a page's body to its fields: `## Heading {#id}`, paragraphs and lists, and a paragraph of links
 * only, which become buttons. Without an id, the heading provides it. Anything that the fields say about such a section
 * stays.
 * @param linesBefore how many lines of the file precede the body
 * @throws UnreadableFile for anything that no page can show
 */
export function addSections(fields: unknown, body: string, linesBefore: number): unknown {
  if (body.trim() === '') return fields;
  const sections = parseSections(body, linesBefore);
  // The schema reports a value that is not a record.
  if (!isRecord(fields) || !isRecord(fields.sections ?? {})) return fields;
  const joined: Record<string, unknown> = { ...sections };
  for (const [id, more] of Object.entries(fields.sections ?? {})) {
    if (id in sections && isRecord(more) && ('heading' in more || 'text' in more)) {
      throw new UnreadableFile(
        `sections.${id}`,
        'words in the fields and below them',
        'its words in one place',
      );
    }
    joined[id] = isRecord(more) ? { ...sections[id], ...more } : more;
  }
  return { ...fields, sections: joined };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The sections of a body, by their ids. @throws UnreadableFile */
export function parseSections(body: string, linesBefore: number): Record<string, BodySection> {
  const sections: Record<string, BodySection> = {};
  let current: BodySection | undefined;
  for (const { kind, text, line } of readBlocks(body)) {
    const refuse = (wanted: string) =>
      new UnreadableFile(`line ${linesBefore + line + 1}`, firstLine(text), wanted);
    const { heading, id = toId(heading) } = HEADING.exec(text)?.groups ?? {};
    if (heading !== undefined && id !== undefined) {
      if (id in sections) throw refuse('a heading of its own for each section, or {#a-name} behind it');
      current = { heading };
      sections[id] = current;
    } else if (current === undefined) {
      throw refuse('a heading first, such as ## Opening times: words go into a section');
    } else if (kind !== 'paragraph' && kind !== 'list') {
      throw refuse('paragraphs, lists, ## headings, and lines of [links](/visit) alone');
    } else {
      const links = readButtons(text);
      if (links === undefined) current.text = [...(current.text ?? []), text];
      else current.links = links;
    }
  }
  return sections;
}

/** `What we count` becomes `what-we-count`. */
function toId(heading: string | undefined): string | undefined {
  return heading
    ?.toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
