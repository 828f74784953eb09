// Both menus open and close without this script. It adds closing on Escape and on a click elsewhere.
const menus = document.querySelectorAll<HTMLDetailsElement>('details[data-menu]');
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const menu of menus) {
    if (!menu.open) continue;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }
});
document.addEventListener('click', ({ target }) => {
  for (const menu of menus) {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  }
});
