import { parseSections } from '../reader/page-body.ts';
import { splitMarkdown } from '../reader/parse-source.ts';
import { parseYaml } from '../reader/parse-yaml.ts';
import { divideSections } from './divide-sections.ts';
import { editBody } from './edit-body.ts';
import { editYaml } from './edit-yaml.ts';

/** The source of a Markdown file with a new value: its fields, and below them the words of sections. */
export function editMarkdown(source: string | undefined, value: unknown): string {
  if (source === undefined) {
    const { fields, inBody } = divideSections(value, undefined, {});
    return `---\n${editYaml('', fields)}\n---\n${editBody('', inBody)}`;
  }
  const { start, fields: before, body } = splitMarkdown(source);
  const { fields, inBody } = divideSections(
    value,
    parseYaml(source, start, start + before.length),
    parseSections(body, 0),
  );
  const after = source.slice(start + before.length, source.length - body.length);
  const newBody = editBody(body, inBody);
  const isClosed = newBody === '' || after.endsWith('\n');
  return source.slice(0, start) + editYaml(before, fields) + after + (isClosed ? '' : '\n') + newBody;
}
