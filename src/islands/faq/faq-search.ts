import { LONGEST_WORDS } from '#domain/analytics.ts';
import { countOf } from '#domain/count.ts';
import {
  type FaqGroup,
  type FaqQuestion,
  findSynonyms,
  type SynonymGroup,
  searchFaq,
  type TextRange,
} from '#domain/faq-search.ts';
import synonyms from '#synonyms' with { type: 'json' };
import './faq-search.css';

/**
 * Searches the questions and answers, and shows the results instead of the tabs (section 2). The search box, the
 * questions, and the picture for no results belong to the page (pages/faq.astro), which loads this once somebody
 * reaches the box. Without script there is no search box, and the tabs work by themselves.
 */

/** From the file itself, because in the page every visitor would pay for them. Its check has a schema. */
const SYNONYMS: readonly SynonymGroup[] = synonyms;
const ANNOUNCE_AFTER_MS = 700;
const TRACK_AFTER_MS = 1000;
/** A longer text is not a misspelt word, and comparing it would only take time. */
const LONGEST_GUESS = 100;

/** A question of the page, its texts, and their elements. */
interface PageQuestion extends FaqQuestion {
  readonly id: string;
  readonly questionElement: Element;
  readonly answerElement: Element;
}

const find = <Found extends HTMLElement>(id: string) => document.getElementById(id) as Found;
const input = find<HTMLInputElement>('faq-term');
const tabs = find('faq-tabs');
const status = find('faq-status');
const root = input.closest('[data-island]')?.querySelector('[data-root]') as HTMLElement;
const faq = readFaq();
/** Reported already (section 7). */
const tracked = new Set<string>();
/** What is searched for; empty while the tabs are shown. */
let shown = '';
/** For work that should not follow every key. */
let timers: ReturnType<typeof setTimeout>[] = [];

input.addEventListener('input', search);
input.addEventListener('keydown', (event) => {
  // Keys that choose a suggestion of an input method are not ours.
  if (event.isComposing || shown === '') return;
  if (event.key === 'Escape') {
    event.preventDefault();
    clear();
  } else if (event.key === 'Enter') root.querySelector('h2')?.focus();
});
// The text typed before the script loaded.
search();

function search(): void {
  const term = input.value.trim();
  if (term === shown) return;
  shown = term;
  for (const timer of timers) clearTimeout(timer);
  // Empty in between, so that the same count is announced again.
  status.textContent = '';
  tabs.hidden = term !== '';
  root.replaceChildren();
  if (term === '') return;
  // Where the visitor comes back to when the search is cleared (section 4).
  const first = tabs.querySelector<HTMLDetailsElement>('.tab');
  if (first) first.open = true;
  const groups = searchFaq(faq, term, SYNONYMS);
  const count = groups.reduce((sum, { matches }) => sum + matches.length, 0);
  drawResults(groups, count);
  if (count === 0) void showClosest(term);
  timers = [
    setTimeout(() => {
      status.textContent = describeCount(count, root.querySelectorAll('li').length);
    }, ANNOUNCE_AFTER_MS),
    setTimeout(() => report(term), TRACK_AFTER_MS),
  ];
}

function clear(): void {
  input.value = '';
  search();
  input.focus();
}

/** Each search once. */
function report(term: string): void {
  const value = term.slice(0, LONGEST_WORDS).trim();
  if (tracked.has(value.toLowerCase())) return;
  tracked.add(value.toLowerCase());
  // Sent by browser/count-visits.ts, unless the visitor has opted out.
  window.trackEvent?.({ kind: 'search', category: 'faq', label: 'search', value });
}

function drawResults(groups: ReturnType<typeof searchFaq<PageQuestion>>, count: number): void {
  const heading = make('h2', '', count === 0 ? 'No results found' : countOf(count, 'answer'));
  heading.tabIndex = -1;
  const button = make('button', 'button quiet', 'Clear Search');
  button.type = 'button';
  button.addEventListener('click', clear);
  const results = make('div', 'faq-search-results', make('div', 'faq-search-head', heading, button));
  for (const { name, matches } of groups) {
    const items = matches.map((match) =>
      drawAnswer('h4', match.item, match.questionRanges, match.answerRanges),
    );
    results.append(drawSection(make('h3', '', name), items));
  }
  if (count === 0) {
    const picture = find<HTMLTemplateElement>('faq-nothing').content.cloneNode(true);
    const words = make('p', '', 'Try another word, or ask us: you’ll find us just below.');
    results.append(make('div', 'panel empty', make('div', 'picture', picture), words));
  }
  root.replaceChildren(results);
}

/** The answers that an editor has named for such words, or those with the nearest spelling, if there are any. */
async function showClosest(term: string): Promise<void> {
  const known = findSynonyms(term, SYNONYMS).flatMap(({ closest = [] }) => closest);
  const closest =
    known.length > 0
      ? faq.flatMap(({ questions }) => questions.filter(({ id }) => known.includes(id)))
      : await guess(term.slice(0, LONGEST_GUESS));
  if (closest.length === 0 || term !== shown) return;
  const items = closest.map((item) => drawAnswer('h3', item));
  const section = drawSection(make('h2', '', 'The closest we have'), items);
  root.querySelector('.faq-search-head')?.after(section);
}

async function guess(term: string): Promise<PageQuestion[]> {
  // Offline there is no help with spelling, but the search itself works.
  const module = await import('../../browser/closest-answers.ts').catch(() => null);
  return module?.findClosestAnswers(faq, term) ?? [];
}

/** The announcement for screen readers once the typing stops. */
function describeCount(count: number, closestCount: number): string {
  if (count > 0) return `${countOf(count, 'answer')} found`;
  return closestCount > 0
    ? `Not found. The closest we have: ${countOf(closestCount, 'answer')}`
    : 'Nothing found';
}

function drawSection(heading: HTMLElement, items: readonly HTMLElement[]): HTMLElement {
  return make('section', '', heading, make('ul', 'faq-search-list plain', ...items));
}

/** A question and its answer, open. Both are copies from the page, so that links stay links. */
function drawAnswer(
  heading: 'h3' | 'h4',
  { questionElement, answerElement }: PageQuestion,
  questionRanges: readonly TextRange[] = [],
  answerRanges: readonly TextRange[] = [],
): HTMLElement {
  const question = make(heading, '', copyWithMarks(questionElement, questionRanges));
  const answer = make('div', 'prose', copyWithMarks(answerElement, answerRanges));
  return make('li', 'faq-search-answer', question, answer);
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...content: (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...content);
  return made;
}

/** Reads the questions from the page: otherwise they would be in it twice. */
function readFaq(): FaqGroup<PageQuestion>[] {
  return [...tabs.querySelectorAll('.tab')].map((category) => ({
    name: findIn(category, 'h2').textContent.trim(),
    questions: [...category.querySelectorAll('.accordion > details')].map((details) => {
      const [questionElement, answerElement] = [findIn(details, 'h3'), findIn(details, '.prose')];
      return {
        id: details.id,
        question: readText(questionElement),
        answer: readText(answerElement),
        questionElement,
        answerElement,
      };
    }),
  }));
}

function findIn(within: Element, selector: string): Element {
  return within.querySelector(selector) as Element;
}

/** The text of an element, with a line feed between paragraphs. Ranges for `copyWithMarks` refer to it. */
function readText(element: Element): string {
  let text = '';
  for (const { node, start } of readTextNodes(element)) text = text.padEnd(start, '\n') + node.data;
  return text;
}

/** Copies the content of an element with its links, marks the ranges with `<mark>`, and removes ids. */
function copyWithMarks(element: Element, ranges: readonly TextRange[]): DocumentFragment {
  const copy = element.cloneNode(true) as Element;
  for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
  for (const { node, start } of readTextNodes(copy)) markTextNode(node, start, ranges);
  const fragment = document.createDocumentFragment();
  fragment.append(...copy.childNodes);
  return fragment;
}

/** Every text node of an element, and where it starts in the element's text. */
function readTextNodes(element: Element): { node: Text; start: number }[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: { node: Text; start: number }[] = [];
  let end = 0;
  let paragraph: Element | null | undefined;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const parent = node.parentElement?.closest('p, li');
    const start = found.length > 0 && parent !== paragraph ? end + 1 : end;
    found.push({ node, start });
    end = start + node.length;
    paragraph = parent;
  }
  return found;
}

/** A range across several nodes, such as the start of a link, is marked in each of them. */
function markTextNode(node: Text, start: number, ranges: readonly TextRange[]): void {
  // From last to first, because a split keeps the part before it in the node.
  for (const range of ranges.toReversed()) {
    const from = Math.max(range[0] - start, 0);
    const to = Math.min(range[1] - start, node.length);
    if (from >= to) continue;
    const marked = node.splitText(from);
    marked.splitText(to - from);
    const mark = document.createElement('mark');
    marked.replaceWith(mark);
    mark.append(marked);
  }
}
