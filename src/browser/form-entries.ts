/** No form that keeps its entries has a select. */
type Control = HTMLInputElement | HTMLTextAreaElement;

/** The values of a form by field name, including hidden fields. */
export function readFormEntries(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Shows what the entries have been read as. */
export function writeFormEntries(form: HTMLFormElement, entries: Readonly<Record<string, string>>): void {
  for (const field of findTextFields(form)) {
    const value = entries[field.name] ?? '';
    if (field.name in entries && field.value !== value) field.value = value;
  }
}

/** Whether a field's value has changed since the page was built, even before the script loaded. */
function isTouched(control: Control): boolean {
  return isChoice(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

/** Whether somebody has changed anything in a form. */
export function isAnyTouched(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) => isControl(element) && isTouched(element));
}

/**
 * Fills the fields that nobody has touched. A field with the focus counts as touched. An option that is no longer
 * offered is ignored.
 */
export function fillUntouched(form: HTMLFormElement, entries: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(entries)) {
    const control = form.elements.namedItem(name);
    // A group of radio buttons also has a value. It is touched if one of its buttons is.
    const parts = control instanceof RadioNodeList ? [...control] : [control];
    if (!parts.every(isControl) || typeof value !== 'string') continue;
    if (parts.some((part) => isTouched(part) || part === document.activeElement)) continue;
    for (const part of parts) {
      if (isChoice(part)) part.checked ||= part.value === value;
      else part.value = value;
    }
  }
}

/** Clears a form completely. `reset` alone would restore the entries of a failed post. */
export function emptyForm(form: HTMLFormElement): void {
  for (const field of findTextFields(form)) field.defaultValue = '';
  form.reset();
}

/** Locks or unlocks the text fields of a form. */
export function setReadOnly(form: HTMLFormElement, isReadOnly: boolean): void {
  for (const field of findTextFields(form)) field.readOnly = isReadOnly;
}

function findTextFields(form: HTMLFormElement): Control[] {
  const isText = (each: Element): each is Control => isControl(each) && !isChoice(each);
  return [...form.elements].filter(isText);
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === 'radio' || control.type === 'checkbox';
}

function isControl(element: unknown): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}
