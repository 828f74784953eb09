/** As a `ref`: the element takes the focus once it is drawn, because whatever had it is gone. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
