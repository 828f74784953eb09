import { useEffect, useState } from 'react';
import type { FaqGroup } from '#domain/faq-search.ts';
import type { PageQuestion } from './FaqAnswer.tsx';

/**
 * The answers closest to a term without results; none while the code for it loads, or if it cannot load.
 * @param term empty if not needed
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
      // Offline there is no help with spelling, but the search itself works.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [faq, term]);
  return found !== undefined && found.term === term ? found.answers : [];
}
