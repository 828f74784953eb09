import { useLayoutEffect, useRef } from 'react';
import type { TextRange } from '#domain/faq-search.ts';
import { copyWithMarks } from '../../browser/marked-copy.ts';
import type { PageQuestion } from './read-faq.ts';

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
      <div ref={answer} />
    </li>
  );
}
