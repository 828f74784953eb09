{
  const aside = document.currentScript.parentElement;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date());
  for (const notice of aside.querySelectorAll('[data-from]')) {
    notice.hidden = today < notice.dataset.from || today > notice.dataset.to;
  }
  aside.hidden = aside.querySelector('p:not([hidden])') === null;
}
