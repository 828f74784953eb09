import { useEffect } from 'react';

/** Listens to a form that the page renders and React does not. */
export function useFormEvents(
  form: HTMLElement,
  listeners: { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void },
): void {
  useEffect(() => {
    const listening = new AbortController();
    for (const [name, listener] of Object.entries(listeners)) {
      form.addEventListener(name, listener as EventListener, { signal: listening.signal });
    }
    return () => listening.abort();
  });
}
