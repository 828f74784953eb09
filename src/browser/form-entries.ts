type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a form holds now, by the names of its fields, hidden ones included. */
export function readFormEntries(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Whether something was entered into a field since the page was built: before the script came, too. */
export function isTouched(control: Control): boolean {
  if (isRadio(control)) return control.checked !== control.defaultChecked;
  return control instanceof HTMLSelectElement
    ? control.selectedOptions[0]?.defaultSelected !== true
    : control.value !== control.defaultValue;
}

/**
 * Writes entries into the fields that nobody has touched. The field that has the focus counts as touched, and a choice
 * that a list does not offer (any more) is left alone.
 */
export function fillUntouched(form: HTMLFormElement, entries: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(entries)) {
    const control = form.elements.namedItem(name);
    // A group of radio buttons has a value, too, and is touched when one of its buttons is.
    const parts = control instanceof RadioNodeList ? [...control] : [control];
    if (!parts.every(isControl) || typeof value !== 'string') continue;
    if (parts.some((part) => isTouched(part) || part === document.activeElement)) continue;
    const isOffered = !(control instanceof HTMLSelectElement) || hasOption(control, value);
    if (isOffered) (control as Control | RadioNodeList).value = value;
  }
}

/** Empties a form, also of what the page was built with: `reset` alone brings the entries of a failed post back. */
export function emptyForm(form: HTMLFormElement): void {
  for (const field of findTextFields(form)) field.defaultValue = '';
  form.reset();
}

/** Keeps the words in a form as they are, or lets them be changed again. */
export function setReadOnly(form: HTMLFormElement, isReadOnly: boolean): void {
  for (const field of findTextFields(form)) field.readOnly = isReadOnly;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function findTextFields(form: HTMLFormElement): TextField[] {
  const isText = (each: Element): each is TextField =>
    isControl(each) && !(each instanceof HTMLSelectElement) && !/^(radio|checkbox)$/.test(each.type);
  return [...form.elements].filter(isText);
}

function isRadio(control: Control): control is HTMLInputElement {
  return control.type === 'radio';
}

function hasOption(list: HTMLSelectElement, value: string): boolean {
  return [...list.options].some((option) => option.value === value);
}

function isControl(element: unknown): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}
