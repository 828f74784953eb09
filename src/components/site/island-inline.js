{
  const { parentElement: island, dataset } = document.currentScript;
  const { query, stored } = JSON.parse(dataset.atOnce);
  const events = ['focusin', 'pointerdown'];
  const start = () => {
    for (const event of events) island.removeEventListener(event, start);
    // Without its script, the island's HTML goes on working by itself.
    import(dataset.src).then(
      ({ startIsland }) => startIsland(island),
      () => {},
    );
  };
  const isStored = (key) => {
    try {
      return (localStorage.getItem(key) ?? sessionStorage.getItem(key)) !== null;
    } catch {
      // Storage that the browser keeps from us holds nothing.
      return false;
    }
  };
  const wait = () => {
    const names = new URLSearchParams(location.search);
    const isWanted = query.some((name) => names.has(name)) || stored.some(isStored);
    if (isWanted || island.contains(document.activeElement)) start();
    else for (const event of events) island.addEventListener(event, start);
  };
  // A page that is prepared is not looked at yet, and may never be.
  if (document.prerendering) document.addEventListener('prerenderingchange', wait, { once: true });
  else wait();
}
