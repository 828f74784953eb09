import './faq-search.css';
import { LONGEST_WORDS } from '#domain/analytics.ts';
import { countOf } from '#domain/count.ts';
import { findSynonyms, type SynonymGroup, searchFaq } from '#domain/faq-search.ts';
import synonyms from '#synonyms' with { type: 'json' };
import { copyWithMarks, type Marks, type PageQuestion, readFaq } from './faq-answers.ts';

/** From the file itself, because in the page every visitor would pay for them. Its check has a schema. */
const SYNONYMS: readonly SynonymGroup[] = synonyms;
const ANNOUNCE_AFTER_MS = 700;
const TRACK_AFTER_MS = 1000;
/** A longer text is not a misspelt word, and comparing it would only take time. */
const LONGEST_GUESS = 100;

/**
 * Searches the questions and answers, and shows the results instead of the tabs (section 2). The search box, the
 * questions, and the picture for no results belong to the page (pages/faq.astro). Without script there is no search box,
 * and the tabs work by themselves. Not React's, which would be four times as much to load for copies of the page's own
 * elements.
 * @param root where the results are shown
 */
export function startFaqSearch(root: HTMLElement): void {
  const find = <Found extends HTMLElement>(id: string) => document.getElementById(id) as Found;
  const input = find<HTMLInputElement>('faq-term');
  const tabs = find('faq-tabs');
  const status = find('faq-status');
  const { content: picture } = find<HTMLTemplateElement>('faq-nothing');
  const faq = readFaq(tabs);
  const tracked = new Set<string>();
  let term = '';
  let announcing: number | undefined;
  let tracking: number | undefined;

  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    // Keys that choose a suggestion of an input method are not ours.
    if (event.isComposing || term === '') return;
    if (event.key === 'Enter') root.querySelector('h2')?.focus();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    clear();
  });
  // What was typed before the script loaded.
  search();

  function search(): void {
    const typed = input.value.trim();
    if (typed === term) return;
    term = typed;
    window.clearTimeout(tracking);
    tracking = window.setTimeout(track, TRACK_AFTER_MS);
    tabs.hidden = term !== '';
    // Where the visitor comes back to when the search is cleared (section 4).
    const first = tabs.querySelector<HTMLDetailsElement>('.tab');
    if (tabs.hidden && first) first.open = true;
    const groups = searchFaq(faq, term, SYNONYMS);
    const count = groups.reduce((sum, { matches }) => sum + matches.length, 0);
    const sections = groups.map(({ name, matches }) =>
      make('section', '', make('h3', '', name), listAnswers(matches, 'h4')),
    );
    show(countOf(count, 'answer'), `${countOf(count, 'answer')} found`, sections);
    if (count > 0 || term === '') return;
    const known = findSynonyms(term, SYNONYMS).flatMap(({ closest = [] }) => closest);
    showClosest(faq.flatMap(({ questions }) => questions.filter(({ id }) => known.includes(id))));
    if (known.length === 0) void guess(term);
  }

  /** Offline there is no help with spelling, but the search itself works. */
  async function guess(asked: string): Promise<void> {
    const module = await import('../../browser/closest-answers.ts').catch(() => null);
    const answers = module?.findClosestAnswers(faq, asked.slice(0, LONGEST_GUESS)) ?? [];
    if (asked === term && answers.length > 0) showClosest(answers);
  }

  function showClosest(answers: readonly PageQuestion[]): void {
    const panel = make('div', 'panel empty', make('div', 'picture', picture.cloneNode(true)));
    panel.append(make('p', '', 'Try another word, or ask us: you’ll find us just below.'));
    if (answers.length === 0) {
      show('No results found', 'Nothing found', [panel]);
      return;
    }
    const list = listAnswers(
      answers.map((item) => ({ item })),
      'h3',
    );
    const section = make('section', '', make('h2', '', 'The closest answers we have'), list);
    const words = `Not found. The closest we have: ${countOf(answers.length, 'answer')}`;
    show('No results found', words, [section, panel]);
  }

  /** @param words announced once the typing stops; empty in between, so that the same count is announced again */
  function show(title: string, words: string, parts: readonly HTMLElement[]): void {
    status.textContent = '';
    window.clearTimeout(announcing);
    if (term === '') {
      root.replaceChildren();
      return;
    }
    const heading = make('h2', '', title);
    heading.tabIndex = -1;
    const button = make('button', 'button quiet', 'Clear Search');
    button.type = 'button';
    button.addEventListener('click', clear);
    root.replaceChildren(
      make('div', 'faq-search-results', make('div', 'faq-search-head', heading, button), ...parts),
    );
    announcing = window.setTimeout(() => {
      status.textContent = words;
    }, ANNOUNCE_AFTER_MS);
  }

  function clear(): void {
    input.value = '';
    search();
    input.focus();
  }

  /** Reports each search (section 7) once. Sent by browser/count-visits.ts, unless the visitor has opted out. */
  function track(): void {
    const value = term.slice(0, LONGEST_WORDS).trim();
    if (value === '' || tracked.has(value.toLowerCase())) return;
    tracked.add(value.toLowerCase());
    window.trackEvent?.({ kind: 'search', category: 'faq', label: 'search', value });
  }
}

/** Questions and answers, open. Both are copies from the page, so that links stay links. */
function listAnswers(
  matches: readonly ({ readonly item: PageQuestion } & Marks)[],
  heading: 'h3' | 'h4',
): HTMLElement {
  const items = matches.map(({ item, questionRanges, answerRanges }) =>
    make(
      'li',
      'faq-search-answer',
      make(heading, '', copyWithMarks(item.questionElement, questionRanges)),
      make('div', 'prose', copyWithMarks(item.answerElement, answerRanges)),
    ),
  );
  return make('ul', 'faq-search-list plain', ...items);
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...content);
  return element;
}
