import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type FaqGroup, searchFaq } from '#domain/faq-search.ts';
import '../../styles/forms.css';
import '../../styles/panels.css';
import './FaqSearch.css';
import { FaqAnswer } from './FaqAnswer.tsx';
import { type PageQuestion, readFaq } from './read-faq.ts';
import { useClosestAnswers } from './use-closest-answers.ts';
import { useSettled } from './use-settled.ts';
import { useTrackedSearches } from './use-tracked-searches.ts';

const ANNOUNCE_AFTER_MS = 700;
/** A longer text is no mistyped word, and comparing it would only take time. */
const LONGEST_GUESS = 100;

interface Props {
  /** The id of the element that holds the questions: read for the search, and hidden while there is one. */
  readonly tabsId: string;
  /** The picture for a search that finds nothing, drawn by the page. */
  readonly children?: ReactNode;
}

/**
 * Looks for a term in the questions and answers, and shows what it finds in the place of the tabs (section 2).
 * Without script the box is not there, and the tabs and their questions work by themselves. They are not in this
 * island, so that opening a question does not load it.
 */
export default function FaqSearch({ tabsId, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [faq, setFaq] = useState<readonly FaqGroup<PageQuestion>[]>([]);
  const [typed, setTyped] = useState('');
  const term = typed.trim();
  const isSearching = term !== '' && faq.length > 0;
  const groups = useMemo(() => searchFaq(faq, term), [faq, term]);
  const count = groups.reduce((sum, { matches }) => sum + matches.length, 0);
  const closest = useClosestAnswers(faq, isSearching && count === 0 ? term.slice(0, LONGEST_GUESS) : '');

  const settled = useSettled(term, ANNOUNCE_AFTER_MS);
  useTrackedSearches(term);

  useEffect(() => {
    const tabs = document.getElementById(tabsId);
    if (tabs) setFaq(readFaq(tabs));
    // What was typed before anybody listened.
    setTyped(input.current?.value ?? '');
  }, [tabsId]);
  useLayoutEffect(() => {
    const tabs = document.getElementById(tabsId);
    if (tabs) tabs.hidden = isSearching;
  }, [tabsId, isSearching]);

  function clear() {
    if (input.current) input.current.value = '';
    setTyped('');
    input.current?.focus();
  }

  function handleKey(event: KeyboardEvent) {
    // Keys that choose among the suggestions of an input method are not ours.
    if (event.nativeEvent.isComposing || !isSearching) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      clear();
    } else if (event.key === 'Enter') heading.current?.focus();
  }

  return (
    <>
      <search className="form faq-search">
        <div className="field">
          <label htmlFor="faq-term">Search the questions</label>
          <p className="hint" id="faq-term-hint">
            Answers appear below while you type.
          </p>
          <input
            ref={input}
            id="faq-term"
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            aria-describedby="faq-term-hint"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={handleKey}
          />
        </div>
      </search>
      <p className="visually-hidden" role="status">
        {/* Empty in between, so that the same count is heard again. */}
        {isSearching && settled === term && describeCount(count, closest.length)}
      </p>
      {isSearching && (
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
              <div className="picture">{children}</div>
              <p>Try another word, or ask us: you will find us just below.</p>
            </div>
          )}
        </div>
      )}
    </>
  );
}

function countAnswers(count: number): string {
  return count === 1 ? '1 answer' : `${count} answers`;
}

/** What a screen reader says once the typing stops. */
function describeCount(count: number, closestCount: number): string {
  if (count > 0) return `${countAnswers(count)} found`;
  return closestCount > 0 ? `Not found. The closest we have: ${countAnswers(closestCount)}` : 'Nothing found';
}
