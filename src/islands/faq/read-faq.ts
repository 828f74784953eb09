import type { FaqGroup, FaqQuestion } from '#domain/faq-search.ts';
import { readText } from '../../browser/marked-copy.ts';

/** A question of the page, its texts, and the elements that they stand in. */
export interface PageQuestion extends FaqQuestion {
  readonly id: string;
  readonly questionElement: Element;
  readonly answerElement: Element;
}

/**
 * The questions from the markup that is there (components/faq/FaqTabs.astro), since as props they would stand in the
 * page a second time.
 */
export function readFaq(tabs: Element): FaqGroup<PageQuestion>[] {
  return [...tabs.querySelectorAll('.category')].map((category) => ({
    name: find(category, 'h2').textContent.trim(),
    questions: [...category.querySelectorAll('.accordion > details')].map((details) => {
      const questionElement = find(details, 'h3');
      const answerElement = find(details, '.answer');
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
