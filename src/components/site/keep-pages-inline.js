{
  const { src } = document.currentScript.dataset;
  const load = () => document.head.append(Object.assign(document.createElement('script'), { src }));
  if (!navigator.connection?.saveData || navigator.serviceWorker?.controller)
    addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(load));
}
