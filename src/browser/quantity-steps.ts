// The − and + beside a number of boxes (`forms/quantity-steps.ts`). The number is selected when somebody goes to it:
// what is typed replaces it, or a 3 behind the 1 would order 13.

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const step = target.closest<HTMLElement>('[data-step]');
  const field = step?.parentElement?.querySelector('input');
  if (!step || !field) return selectNumber(target);
  if (step.dataset.step === '1') field.stepUp();
  else field.stepDown();
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
});
document.addEventListener('focusin', ({ target }) => selectNumber(target));

function selectNumber(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement && target.name === 'quantity') target.select();
}
