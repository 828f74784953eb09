// Drawings that were shown once stay rendered, for full-page screenshots and for scrolling back quickly.
document.addEventListener('contentvisibilityautostatechange', (event) => {
  const { target, skipped } = event as ContentVisibilityAutoStateChangeEvent;
  if (!skipped) (target as Element).className = '';
});
