import { parseContent } from '../reader/parse-content.ts';
import { type ContentProblem, type Finding, nameFields } from '../reader/problems.ts';
import { type ReadContent, readContent } from '../reader/read-content.ts';
import { checkNotices, checkSpecialDays } from './hours.ts';
import { checkLinks, checkPictures } from './links.ts';
import { checkNames } from './names.ts';
import { checkPages } from './pages.ts';
import { checkPhotographs } from './photographs.ts';
import { listTexts } from './texts.ts';
import { checkTokens, checkWords } from './words.ts';

/**
 * Reads a content folder and finds every mistake in it, without building the site.
 * @param check of the photographs: the service has it done in another process
 */
export async function checkContent(contentDir: string, check = checkPhotographs): Promise<ReadContent> {
  const read = await readContent(contentDir);
  const broken = await check(contentDir, read.photographs);
  return { ...read, problems: [...findProblems(read), ...nameFields(broken, read.values)] };
}

/**
 * The mistakes that a file would have with another value.
 * @param file path below content/, of a new file too
 * @param value its raw record or list
 */
export function checkFile(read: ReadContent, file: string, value: unknown): ContentProblem[] {
  const values = { ...read.values, [file]: value };
  const unread = read.problems.filter((problem) => problem.path === undefined && problem.file !== file);
  const { content, problems } = parseContent(
    values,
    unread.map((problem) => problem.file),
  );
  const checked = findProblems({ ...read, values, content, problems: [...unread, ...problems] });
  return checked.filter((problem) => problem.file === file);
}

function findProblems({ values, content, photographs, problems }: ReadContent): readonly ContentProblem[] {
  if (problems.length > 0) return problems;
  // The second step builds on the first one. Otherwise a missing reading would be reported again for every sentence
  // that needs it, as a file that was left out for its own mistake would be.
  const texts = listTexts(content);
  const steps: (() => Finding[])[] = [
    () => [
      ...checkPages(content),
      ...checkNames(content, texts),
      ...checkSpecialDays(content),
      ...checkNotices(content),
    ],
    () => [
      ...checkWords(texts),
      ...checkTokens(content),
      ...checkPictures(texts, photographs),
      ...checkLinks(content, texts),
    ],
  ];
  for (const step of steps) {
    const findings = step();
    if (findings.length > 0) return nameFields(findings, values);
  }
  return [];
}
