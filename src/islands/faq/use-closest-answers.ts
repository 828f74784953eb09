import { useEffect, useState } from 'react';
import type { FaqGroup } from '#domain/faq-search.ts';
import type { PageQuestion } from './read-faq.ts';

/**
 * The answers nearest to a term that was not found; none while what finds them loads, or when it cannot be loaded.
 * @param term empty when nothing is wanted
 */
export function useClosestAnswers(
  faq: readonly FaqGroup<PageQuestion>[],
  term: string,
): readonly PageQuestion[] {
  const [found, setFound] = useState<{ term: string; answers: readonly PageQuestion[] }>();
  useEffect(() => {
    if (term === '') return;
    let isCurrent = true;
    import('../../browser/closest-answers.ts').then(
      ({ findClosestAnswers }) => {
        if (isCurrent) setFound({ term, answers: findClosestAnswers(faq, term) });
      },
      // Without a line there is no help with spelling; the search itself needs none.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [faq, term]);
  return found !== undefined && found.term === term ? found.answers : [];
}
