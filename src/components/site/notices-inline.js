{
  const aside = document.currentScript.parentElement;
  const now = Date.now();
  for (const notice of aside.querySelectorAll('[data-from]')) {
    const { from, until } = notice.dataset;
    notice.hidden = now < Date.parse(from) || now >= Date.parse(until);
  }
  aside.hidden = aside.querySelector('p:not([hidden])') === null;
}
