{
  const secrets = Object.entries(JSON.parse(document.currentScript.dataset.secrets));
  const query = new URLSearchParams(location.search);
  const { secrets: kept, ...state } = history.state ?? {};
  const given = secrets.filter(([name]) => query.has(name));
  if (given.length > 0) {
    // Stored with this history entry: available after a reload and on the way back, but not to any other page.
    const needed = {};
    for (const [name, neededBy] of given) {
      if (neededBy !== 'nobody') needed[name] = query.get(name);
      query.delete(name);
    }
    const rest = String(query);
    const address = location.pathname + (rest && `?${rest}`) + location.hash;
    history.replaceState({ ...state, secrets: needed }, '', address);
  } else if (kept && secrets.some(([, neededBy]) => neededBy === 'service')) {
    // The service has rendered the page without it.
    document.documentElement.hidden = true;
    for (const [name, value] of Object.entries(kept)) query.set(name, value);
    location.replace(`${location.pathname}?${query}${location.hash}`);
  }
}
