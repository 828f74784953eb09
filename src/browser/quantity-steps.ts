/**
 * Puts − and + beside a number of boxes, and selects it when somebody goes to it: what is typed replaces it, or a 3
 * behind the 1 would order 13. Only a script can do either, so the page comes without them. The Tab key passes them by,
 * because the arrow keys do the same in the field.
 */
export function addQuantitySteps(control: HTMLInputElement): void {
  if (control.nextElementSibling?.classList.contains('step')) return;
  for (const kind of ['focus', 'click']) control.addEventListener(kind, () => control.select());
  const step = (sign: string, name: string, change: () => void) => {
    const button = document.createElement('button');
    Object.assign(button, {
      type: 'button',
      className: 'button quiet step',
      tabIndex: -1,
      textContent: sign,
      ariaLabel: name,
    });
    button.addEventListener('click', () => {
      change();
      for (const kind of ['input', 'change']) control.dispatchEvent(new Event(kind, { bubbles: true }));
    });
    return button;
  };
  control.after(
    step('−', 'One box fewer', () => control.stepDown()),
    step('+', 'One box more', () => control.stepUp()),
  );
}
