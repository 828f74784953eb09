{
  const { parentElement: island, dataset } = document.currentScript;
  const { query, stored } = JSON.parse(dataset.atOnce);
  const events = ['focusin', 'pointerdown'];
  const start = () => {
    for (const event of events) island.removeEventListener(event, start);
    // If the script does not load, the island's HTML still works by itself.
    island.loading = import(/* @vite-ignore */ dataset.src).then(
      ({ startIsland }) => startIsland(island),
      () => {},
    );
  };
  const isStored = (key) => {
    try {
      return (localStorage.getItem(key) ?? sessionStorage.getItem(key)) !== null;
    } catch {
      // Unavailable storage contains nothing.
      return false;
    }
  };
  const wait = () => {
    const names = new URLSearchParams(location.search);
    const isWanted = query.some((name) => names.has(name)) || stored.some(isStored);
    if (isWanted || island.contains(document.activeElement)) start();
    else for (const event of events) island.addEventListener(event, start);
  };
  // A prerendered page may never be shown.
  if (document.prerendering) document.addEventListener('prerenderingchange', wait, { once: true });
  else wait();
}
