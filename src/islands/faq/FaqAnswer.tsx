import { useLayoutEffect, useRef } from 'react';
import type { FaqGroup, FaqQuestion, TextRange } from '#domain/faq-search.ts';
import { copyWithMarks, readText } from '../../browser/marked-copy.ts';

const NONE: readonly TextRange[] = [];

interface Props {
  readonly item: PageQuestion;
  readonly questionRanges?: readonly TextRange[];
  readonly answerRanges?: readonly TextRange[];
  readonly headingLevel: 3 | 4;
}

/** A question and its answer, open. Both are copies from the page, so that links stay links. */
export function FaqAnswer({ item, questionRanges = NONE, answerRanges = NONE, headingLevel }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    heading.current?.replaceChildren(copyWithMarks(item.questionElement, questionRanges));
    answer.current?.replaceChildren(copyWithMarks(item.answerElement, answerRanges));
  }, [item, questionRanges, answerRanges]);
  const Heading = `h${headingLevel}` as const;
  return (
    <li className="faq-search-answer">
      <Heading ref={heading} />
      <div className="prose" ref={answer} />
    </li>
  );
}

/** A question of the page, its texts, and their elements. */
export interface PageQuestion extends FaqQuestion {
  readonly id: string;
  readonly questionElement: Element;
  readonly answerElement: Element;
}

/** Reads the questions from the page (components/faq/FaqTabs.astro). As props they would be in the page twice. */
export function readFaq(tabs: Element): FaqGroup<PageQuestion>[] {
  return [...tabs.querySelectorAll('.tab')].map((category) => ({
    name: find(category, 'h2').textContent.trim(),
    questions: [...category.querySelectorAll('.accordion > details')].map((details) => {
      const questionElement = find(details, 'h3');
      const answerElement = find(details, '.prose');
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

function find(within: Element, selector: string): Element {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`The FAQ has no ${selector} in ${within.outerHTML.slice(0, 80)}`);
  return found;
}
