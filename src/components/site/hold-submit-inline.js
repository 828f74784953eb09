{
  const island = document.currentScript.parentElement;
  let isHeld;
  // The touch that starts the island may be the press of its button. That press happens once the island is there, as if it
  // had been all along; the form posts itself if the island fails to load, or takes five seconds.
  island.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!island.loading || 'started' in island.dataset) return;
    event.preventDefault();
    if (isHeld) return;
    isHeld = true;
    if (submitter) submitter.ariaBusy = 'true';
    Promise.race([island.loading, new Promise((done) => setTimeout(done, 5000))]).finally(() => {
      isHeld = false;
      if (submitter) submitter.ariaBusy = 'false';
      if ('started' in island.dataset) form.requestSubmit();
      else form.submit();
    });
  });
}
