import { LONGEST_WORDS } from '#domain/analytics.ts';
import { countOf } from '#domain/count.ts';
import './FaqSearch.css';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type FaqGroup, findSynonyms, type SynonymGroup, searchFaq } from '#domain/faq-search.ts';
import synonyms from '#synonyms' with { type: 'json' };
import { useFormEvents } from '../use-form-events.ts';
import { FaqAnswer, type PageQuestion, readFaq } from './FaqAnswer.tsx';

/** From the file itself, because as props every visitor of the page would pay for them. Its check has a schema. */
const SYNONYMS: readonly SynonymGroup[] = synonyms;
const ANNOUNCE_AFTER_MS = 700;
/** A longer text is not a misspelt word, and comparing it would only take time. */
const LONGEST_GUESS = 100;
const TRACK_AFTER_MS = 1000;

/**
 * Searches the questions and answers, and shows the results instead of the tabs (section 2). The search box, the
 * questions, and the picture for no results belong to the page (pages/faq.astro). Without script there is
 * no search box, and the tabs work by themselves.
 */
export default function FaqSearch() {
  const input = useElement<HTMLInputElement>('faq-term');
  const tabs = useElement('faq-tabs');
  const status = useElement('faq-status');
  const nothing = useElement<HTMLTemplateElement>('faq-nothing');
  const heading = useRef<HTMLHeadingElement>(null);
  const [faq] = useState<readonly FaqGroup<PageQuestion>[]>(() => readFaq(tabs));
  // The text typed before the script loaded.
  const [typed, setTyped] = useState(input.value);
  const term = typed.trim();
  const isSearching = term !== '';
  const groups = useMemo(() => searchFaq(faq, term, SYNONYMS), [faq, term]);
  const count = groups.reduce((sum, { matches }) => sum + matches.length, 0);
  const known = count === 0 ? findSynonyms(term, SYNONYMS).flatMap(({ closest = [] }) => closest) : [];
  const guessed = useClosestAnswers(
    faq,
    isSearching && count === 0 && known.length === 0 ? term.slice(0, LONGEST_GUESS) : '',
  );
  const closest =
    known.length > 0
      ? faq.flatMap(({ questions }) => questions.filter(({ id }) => known.includes(id)))
      : guessed;

  const settled = useSettled(term, ANNOUNCE_AFTER_MS);
  useTrackedSearches(term);

  useFormEvents(input, { input: () => setTyped(input.value), keydown: handleKey });
  useLayoutEffect(() => {
    tabs.hidden = isSearching;
    // Where the visitor comes back to when the search is cleared (section 4).
    const first = tabs.querySelector<HTMLDetailsElement>('.tab');
    if (isSearching && first) first.open = true;
  }, [tabs, isSearching]);
  // Empty in between, so that the same count is announced again.
  const heard = isSearching && settled === term ? describeCount(count, closest.length) : '';
  useEffect(() => {
    status.textContent = heard;
  }, [status, heard]);
  const drawNothing = useCallback(
    (place: HTMLElement | null) => place?.replaceChildren(nothing.content.cloneNode(true)),
    [nothing],
  );

  function clear() {
    input.value = '';
    setTyped('');
    input.focus();
  }

  function handleKey(event: KeyboardEvent) {
    // Keys that choose a suggestion of an input method are not ours.
    if (event.isComposing || !isSearching) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      clear();
    } else if (event.key === 'Enter') heading.current?.focus();
  }

  if (!isSearching) return null;
  return (
    <div className="faq-search-results">
      <div className="faq-search-head">
        <h2 ref={heading} tabIndex={-1}>
          {count === 0 ? 'No results found' : countAnswers(count)}
        </h2>
        <button className="button quiet" type="button" onClick={clear}>
          Clear Search
        </button>
      </div>
      {groups.map(({ name, matches }) => (
        <section key={name}>
          <h3>{name}</h3>
          <ul className="faq-search-list plain">
            {matches.map((match) => (
              <FaqAnswer key={match.item.id} {...match} headingLevel={4} />
            ))}
          </ul>
        </section>
      ))}
      {closest.length > 0 && (
        <section>
          <h2>The closest we have</h2>
          <ul className="faq-search-list plain">
            {closest.map((item) => (
              <FaqAnswer key={item.id} item={item} headingLevel={3} />
            ))}
          </ul>
        </section>
      )}
      {count === 0 && (
        <section>
          <p>Try another word, or ask us: you’ll find us just below.</p>
          <div ref={drawNothing} />
        </section>
      )}
    </div>
  );
}

/** The element of the page with this id. */
function useElement<T extends HTMLElement = HTMLElement>(id: string): T {
  return useRef(document.getElementById(id) as T).current;
}

function countAnswers(count: number): string {
  return countOf(count, 'answer');
}

/** The announcement for screen readers once the typing stops. */
function describeCount(count: number, closestCount: number): string {
  if (count > 0) return `${countAnswers(count)} found`;
  return closestCount > 0 ? `Not found. The closest we have: ${countAnswers(closestCount)}` : 'Nothing found';
}

/**
 * The answers closest to a term without results; none while the code for it loads, or if it cannot load.
 * @param term empty if not needed
 */
function useClosestAnswers(faq: readonly FaqGroup<PageQuestion>[], term: string): readonly PageQuestion[] {
  const [found, setFound] = useState<{ term: string; answers: readonly PageQuestion[] }>();
  useEffect(() => {
    if (term === '') return;
    let isCurrent = true;
    import('../../browser/closest-answers.ts').then(
      ({ findClosestAnswers }) => {
        if (isCurrent) setFound({ term, answers: findClosestAnswers(faq, term) });
      },
      // Offline there is no help with spelling, but the search itself works.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [faq, term]);
  return found !== undefined && found.term === term ? found.answers : [];
}

/** Reports each search (section 7) once, a second after the last key. */
function useTrackedSearches(term: string): void {
  const settled = useSettled(term, TRACK_AFTER_MS);
  const tracked = useRef(new Set<string>());
  useEffect(() => {
    const value = settled.slice(0, LONGEST_WORDS).trim();
    if (value === '' || tracked.current.has(value.toLowerCase())) return;
    tracked.current.add(value.toLowerCase());
    // Sent by browser/count-visits.ts, unless the visitor has opted out.
    window.trackEvent?.({ kind: 'search', category: 'faq', label: 'search', value });
  }, [settled]);
}

/** The text after it has stayed the same for a while, for work that should not follow every key. */
function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs]);
  return settled;
}
