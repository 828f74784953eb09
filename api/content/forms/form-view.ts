import { controlId } from './find-part.ts';
import type { FormChoices } from './form-choices.ts';
import type { Origins } from './read-form.ts';

/** What a form is shown with. */
export interface FormView {
  /** Where it is sent. */
  readonly action: string;
  readonly choices: FormChoices;
  /** Messages by the id of their control. */
  readonly problems: ReadonlyMap<string, string>;
  /** Where the items of lists were in the file. Undefined if the form shows the file itself. */
  readonly origins: Origins | undefined;
  /** The names that a map's new items have been given, by the path of their control. */
  readonly names?: Readonly<Record<string, string>>;
  /** The path of what has just been changed, which is not folded away. */
  readonly opened?: string | undefined;
}

/** Whether something below a path has a message, but for one part, or has just been changed. */
export function isOpen(path: string, { problems, opened }: FormView, except?: string): boolean {
  const id = controlId(path);
  const isBelow = (other: string) => other === id || other.startsWith(`${id}-`);
  if (opened !== undefined && isBelow(controlId(opened))) return true;
  return [...problems.keys()].some((each) => isBelow(each) && each !== (except && controlId(except)));
}
