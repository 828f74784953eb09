import type { FaqGroup, FaqQuestion } from '#domain/faq-search.ts';
import { readText } from '../../browser/marked-copy.ts';

/** A question of the page, its texts, and their elements. */
export interface PageQuestion extends FaqQuestion {
  readonly id: string;
  readonly questionElement: Element;
  readonly answerElement: Element;
}

/** Reads the questions from the page (components/faq/FaqTabs.astro). As props they would be in the page twice. */
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
