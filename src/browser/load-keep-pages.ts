/**
 * Loads the script that keeps pages (`keep-pages.ts`) once the browser is idle. Safari cannot tell when that is, so it
 * loads the script at once. With data saver on, only visitors who already have kept pages get it.
 */
const { keepPages } = document.body.dataset;
if (keepPages && (!navigator.connection?.saveData || navigator.serviceWorker?.controller)) {
  const load = () =>
    document.head.append(Object.assign(document.createElement('script'), { src: keepPages }));
  addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(load));
}
