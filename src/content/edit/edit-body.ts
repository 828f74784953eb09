import { type BodySection, parseSections, toId } from '../reader/page-body.ts';
import { isSame } from './source-parts.ts';

/** A section of a body as it stands there, with the empty lines after it. */
interface Chunk {
  readonly id: string;
  readonly words: BodySection;
  readonly text: string;
  readonly gap: string;
}

type Links = NonNullable<BodySection['links']>;

/** A piece of text and the line breaks before it. */
interface Block {
  readonly gap: string;
  readonly text: string;
}

/**
 * The body of a Markdown file with other sections, in their order. Paragraphs that do not differ stay as they are.
 * @param sections by their ids, all of which `canStandInBody`
 */
export function editBody(body: string, sections: ReadonlyMap<string, BodySection>): string {
  const [before = '', ...texts] = `\n${body}`.split(/(?<=\n)(?=[ \t]*#)/);
  const chunks = texts.map(toChunk);
  if (sections.size === 0) return chunks.length === 0 ? body : '';
  const ending = chunks.at(-1)?.gap ?? '\n';
  const written = [...sections].map(([id, words], index) => {
    const own = chunks.find((chunk) => chunk.id === id);
    const isLast = index === sections.size - 1;
    const gap = isLast ? ending : own === undefined || own === chunks.at(-1) ? '\n\n' : own.gap;
    return (own === undefined ? writeSection(id, words) : editSection(own, words)) + gap;
  });
  return (chunks.length === 0 ? '\n' : before.slice(1)) + written.join('');
}

/** Whether reading the words of a section below the fields gives exactly these words. */
export function canStandInBody(id: string, words: BodySection): boolean {
  try {
    return isSame(parseSections(writeSection(id, words), 0), { [id]: inOrder(words) });
  } catch {
    return false;
  }
}

function toChunk(source: string): Chunk {
  const text = source.trimEnd();
  const [[id, words] = ['', { heading: '' }]] = Object.entries(parseSections(text, 0));
  return { id, words, text, gap: source.slice(text.length) };
}

/** As they are read: the order of the names of a section means nothing. */
function inOrder({ heading, text, links }: BodySection): object {
  return { heading, text, links: links?.map(({ label, href, ...more }) => ({ label, href, ...more })) };
}

function writeSection(id: string, { heading, text = [], links = [] }: BodySection): string {
  const blocks = [...[text].flat(), ...(links.length > 0 ? [writeLinks(links)] : [])];
  return [`## ${heading} {#${id}}`, ...blocks].join('\n\n');
}

function writeLinks(links: Links): string {
  return links.map(({ label, href }) => `[${label}](${href})`).join('\n');
}

function editSection({ id, words, text }: Chunk, wanted: BodySection): string {
  if (isSame(inOrder(words), inOrder(wanted))) return text;
  const [title = ''] = text.split('\n', 1);
  const blocks = listBlocks(text.slice(title.length));
  const paragraphs = (wanted.text ?? []).map(
    (each) => blocks.find((block) => toLine(block.text) === each) ?? { gap: '\n\n', text: each },
  );
  const buttons = wanted.links === undefined ? [] : [keepLinks(blocks, wanted.links)];
  // The reader has them in the order of the body.
  const areLinksFirst = Object.keys(words)[1] === 'links';
  const all = areLinksFirst ? [...buttons, ...paragraphs] : [...paragraphs, ...buttons];
  const written = all.map((block, index) => {
    const gap = index > 0 && !/\n\s*\n/.test(block.gap) ? '\n\n' : block.gap;
    return gap + block.text;
  });
  return editHeading(title, id, wanted.heading) + written.join('');
}

/** A new heading keeps the section's id, because links lead to it. */
function editHeading(title: string, id: string, heading: string): string {
  if (parseSections(title, 0)[id]?.heading === heading) return title;
  const hasId = title.trimEnd().endsWith('}') || toId(heading) !== id;
  return `## ${heading}${hasId ? ` {#${id}}` : ''}`;
}

function listBlocks(text: string): Block[] {
  return [...text.matchAll(/(\s*\n)([ \t]*\S.*(?:\n[ \t]*\S.*)*)/g)].map(([, gap = '', block = '']) => ({
    gap,
    text: block,
  }));
}

function toLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}

function keepLinks(blocks: readonly Block[], links: Links): Block {
  const isKept = ({ text }: Block) => isSame(parseSections(`## Links\n\n${text}`, 0).links?.links, links);
  return blocks.find(isKept) ?? { gap: '\n\n', text: writeLinks(links) };
}
