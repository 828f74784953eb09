// The same conditions as `readOrderOutcome`, checked before the first paint.
if (/[?&](success=true|payment=success)(&|$)/.test(location.search)) {
  const { dataset } = document.documentElement;
  dataset.awaited = '';
  setTimeout(() => {
    delete dataset.awaited;
    const words = document.querySelector('.outcome-place > p');
    words.className = 'wrap callout';
    words.textContent = 'If you’ve paid, don’t order again: load this page once more.';
  }, 10_000);
}
