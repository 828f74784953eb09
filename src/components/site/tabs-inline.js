{
  const tabs = document.currentScript.previousElementSibling;
  const list = document.createElement('div');
  list.role = 'tablist';
  list.ariaLabel = tabs.closest('section').ariaLabel;
  const all = [...tabs.children].map((part) => {
    const [summary, panel] = part.children;
    const heading = summary.firstElementChild;
    const tab = document.createElement('button');
    tab.role = 'tab';
    tab.innerHTML = heading.innerHTML;
    tab.setAttribute('aria-controls', panel.id);
    const show = () => {
      tab.ariaSelected = part.open;
      tab.tabIndex = part.open ? 0 : -1;
    };
    show();
    // For all parts, because each reports its own closing a moment later: until then two tabs would be selected.
    tabs.addEventListener('toggle', show, true);
    tab.addEventListener('click', () => {
      part.open = true;
    });
    panel.role = 'tabpanel';
    panel.ariaLabel = heading.textContent;
    panel.prepend(heading);
    list.append(tab);
    return tab;
  });
  list.addEventListener('keydown', (event) => {
    const at = all.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const tab = all.at(to % all.length);
    tab.click();
    tab.focus();
  });
  tabs.prepend(list);
}
