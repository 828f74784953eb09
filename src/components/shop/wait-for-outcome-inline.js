// The same conditions as `readOrderOutcome`, checked before the first paint.
if (/[?&](success=true|payment=success)(&|$)/.test(location.search)) {
  const { dataset, firstElementChild: words } = document.currentScript.parentElement;
  dataset.awaited = '';
  setTimeout(() => {
    delete dataset.awaited;
    words.className = 'wrap callout';
    words.textContent = 'If you’ve paid, don’t order again: load this page once more.';
  }, 10_000);
}
