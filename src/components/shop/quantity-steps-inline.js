{
  const select = ({ target }) => target.name === 'quantity' && target.select();
  // What is typed replaces the number, or a 3 behind the 1 would order 13.
  addEventListener('focusin', select);
  // The wheel scrolls the page. Over a number with the focus, browsers turn that instead.
  addEventListener('wheel', ({ target }) => target.name === 'quantity' && target.blur(), { passive: true });
  addEventListener('click', (event) => {
    select(event);
    const button = event.target.closest('[data-step]');
    if (!button) return;
    const field = button.parentElement.querySelector('input');
    if (button.dataset.step === '1') field.stepUp();
    else field.stepDown();
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
  });
}
