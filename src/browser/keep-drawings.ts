// What has been shown stays, for pictures of the whole page and for whoever scrolls back fast.
document.addEventListener('contentvisibilityautostatechange', (event) => {
  const { target, skipped } = event as ContentVisibilityAutoStateChangeEvent;
  if (!skipped) (target as Element).className = '';
});
