// Both menus open and close without this script. It adds closing on Escape, and once a click or the focus is elsewhere.
const menus = document.querySelectorAll<HTMLDetailsElement>('details[data-menu]');
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const menu of menus) {
    if (!menu.open) continue;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }
});
for (const kind of ['click', 'focusin']) {
  document.addEventListener(kind, ({ target }) => {
    for (const menu of menus) {
      if (target instanceof Node && !menu.contains(target)) menu.open = false;
    }
  });
}

// Drawings that were shown once stay rendered, for full-page screenshots and for scrolling back quickly. Those near the
// top may have been shown before this script began: they are complete when they are first skipped.
document.addEventListener('contentvisibilityautostatechange', (event) => {
  const { target, skipped } = event as ContentVisibilityAutoStateChangeEvent;
  const frame = target as Element;
  if (!skipped || (frame.firstElementChild as HTMLImageElement).complete) frame.className = '';
});

// Loads the script that keeps pages (`keep-pages.ts`) once the browser is idle. Safari cannot tell when that is, so it
// loads the script at once. With data saver on, only visitors who already have kept pages get it.
const { keepPages } = document.body.dataset;
if (keepPages && (!navigator.connection?.saveData || navigator.serviceWorker?.controller)) {
  const load = () =>
    document.head.append(Object.assign(document.createElement('script'), { src: keepPages }));
  addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(load));
}
