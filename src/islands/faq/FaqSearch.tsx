import { countOf } from '#domain/count.ts';
import './FaqSearch.css';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type FaqGroup, findSynonyms, type SynonymGroup, searchFaq } from '#domain/faq-search.ts';
import synonyms from '#synonyms' with { type: 'json' };
import { useFormEvents } from '../use-form-events.ts';
import { FaqAnswer, type PageQuestion, readFaq } from './FaqAnswer.tsx';
import { useClosestAnswers } from './use-closest-answers.ts';
import { useSettled, useTrackedSearches } from './use-tracked-searches.ts';

/** From the file itself, because as props every visitor of the page would pay for them. Its check has a schema. */
const SYNONYMS: readonly SynonymGroup[] = synonyms;
const ANNOUNCE_AFTER_MS = 700;
/** A longer text is not a misspelt word, and comparing it would only take time. */
const LONGEST_GUESS = 100;

/**
 * Searches the questions and answers, and shows the results instead of the tabs (section 2). The search box, the
 * questions, and the picture for no results belong to the page (components/faq/FaqTabs.astro). Without script there is
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
          <h2>The closest answers we have</h2>
          <ul className="faq-search-list plain">
            {closest.map((item) => (
              <FaqAnswer key={item.id} item={item} headingLevel={3} />
            ))}
          </ul>
        </section>
      )}
      {count === 0 && (
        <div className="panel empty">
          <div className="picture" ref={drawNothing} />
          <p>Try another word, or ask us: you will find us just below.</p>
        </div>
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
