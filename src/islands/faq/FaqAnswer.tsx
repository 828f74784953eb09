import { useLayoutEffect, useRef } from 'react';
import type { FaqGroup, FaqQuestion, TextRange } from '#domain/faq-search.ts';

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

/** Reads the questions from the page (pages/faq.astro). As props they would be in the page twice. */
export function readFaq(tabs: Element): FaqGroup<PageQuestion>[] {
  return [...tabs.querySelectorAll('.tab')].map((category) => ({
    name: find(category, 'h2').textContent.trim(),
    questions: [...category.querySelectorAll('.accordion > details')].map((details) => {
      const questionElement = find(details, 'h3');
      const answerElement = find(details, '.prose');
      return {
        id: answerElement.id,
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

/** The text of an element, with a line feed between paragraphs. Ranges for `copyWithMarks` refer to it. */
function readText(element: Element): string {
  let text = '';
  for (const { node, start } of readTextNodes(element)) text = text.padEnd(start, '\n') + node.data;
  return text;
}

/** Copies the content of an element with its links, marks the ranges with `<mark>`, and removes ids. */
function copyWithMarks(element: Element, ranges: readonly TextRange[]): DocumentFragment {
  const copy = element.cloneNode(true) as Element;
  for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
  for (const { node, start } of readTextNodes(copy)) markTextNode(node, start, ranges);
  const fragment = document.createDocumentFragment();
  fragment.append(...copy.childNodes);
  return fragment;
}

/** Every text node of an element, and where it starts in the element's text. */
function readTextNodes(element: Element): { node: Text; start: number }[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: { node: Text; start: number }[] = [];
  let end = 0;
  let paragraph: Element | null | undefined;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const parent = node.parentElement?.closest('p, li');
    const start = found.length > 0 && parent !== paragraph ? end + 1 : end;
    found.push({ node, start });
    end = start + node.length;
    paragraph = parent;
  }
  return found;
}

/** A range across several nodes, such as the start of a link, is marked in each of them. */
function markTextNode(node: Text, start: number, ranges: readonly TextRange[]): void {
  // From last to first, because a split keeps the part before it in the node.
  for (const range of ranges.toReversed()) {
    const from = Math.max(range[0] - start, 0);
    const to = Math.min(range[1] - start, node.length);
    if (from >= to) continue;
    const marked = node.splitText(from);
    marked.splitText(to - from);
    const mark = document.createElement('mark');
    marked.replaceWith(mark);
    mark.append(marked);
  }
}
