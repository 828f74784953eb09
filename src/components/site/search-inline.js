document.querySelector('search').addEventListener('focusin', ({ currentTarget }) => {
  if (innerWidth < 768) currentTarget.scrollIntoView();
});
