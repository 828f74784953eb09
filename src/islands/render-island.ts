import { type ComponentType, createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/** Renders a component into an element of the page, synchronously. */
export function renderIsland<Props extends object>(
  root: HTMLElement,
  Component: ComponentType<Props>,
  props: Props,
): void {
  flushSync(() => createRoot(root).render(createElement(Component, props)));
}
