// The same conditions as `readOrderOutcome`, checked before the first paint.
if (/[?&](success=true|payment=success)(&|$)/.test(location.search)) {
  const { dataset } = document.currentScript.parentElement;
  dataset.awaited = '';
  setTimeout(() => delete dataset.awaited, 10_000);
}
