/**
 * Asks for the script that keeps pages (`keep-pages.ts`) when the page is there and the browser has nothing to do;
 * Safari cannot say when that is, and gets it right away. With data saver on, it comes only to who has a kept site to
 * look after.
 */
const { keepPages } = document.body.dataset;
if (keepPages && (!navigator.connection?.saveData || navigator.serviceWorker?.controller)) {
  const load = () =>
    document.head.append(Object.assign(document.createElement('script'), { src: keepPages }));
  addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(load));
}
