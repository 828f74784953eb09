type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a form holds now, by the names of its fields, hidden ones included. */
export function readFormEntries(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Whether something was entered into a field since the page was built: before the script came, too. */
export function isTouched(control: Control): boolean {
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
    if (!isControl(control) || typeof value !== 'string') continue;
    if (isTouched(control) || control === document.activeElement) continue;
    const isOffered = !(control instanceof HTMLSelectElement) || hasOption(control, value);
    if (isOffered) control.value = value;
  }
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
