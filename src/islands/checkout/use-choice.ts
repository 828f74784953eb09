import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readQuantity } from '#domain/quantity.ts';
import { markUnavailableWeeks } from '../../browser/week-options.ts';

export interface Choice {
  readonly quantity: number;
  /** The Monday of the week. */
  readonly deliveryWeek: string;
}

/** A delivery week on the page. */
export interface WeekOption {
  readonly id: string;
  readonly label: string;
  readonly isGone: boolean;
}

/**
 * Quantity and week. Their fields are in the page before this script, and they hold the only copy of the choice. A
 * choice from before or during hydration is read and never overwritten.
 */
export function useChoice(initial: Choice) {
  /** For the form around the fields. */
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState(initial);
  /** Reads the current values of the fields. */
  const read = () => {
    const { quantity, deliveryWeek } = findFields(form.current);
    setChoice({ quantity: readQuantity(quantity.value), deliveryWeek: deliveryWeek.value });
  };
  const readNow = useEffectEvent(read);
  useEffect(() => {
    readNow();
    void markUnavailableWeeks(findFields(form.current).deliveryWeek);
    // Only now, because some browsers restore the values of before a reload this late.
    const gone = new AbortController();
    addEventListener('pageshow', () => readNow(), gone);
    return () => gone.abort();
  }, []);
  /** Sets the choice, in the fields as well. */
  const choose = ({ quantity, deliveryWeek }: Partial<Choice>) => {
    const fields = findFields(form.current);
    if (quantity !== undefined) fields.quantity.value = String(quantity);
    const hasWeek = [...fields.deliveryWeek.options].some(({ value }) => value === deliveryWeek);
    if (deliveryWeek !== undefined && hasWeek) fields.deliveryWeek.value = deliveryWeek;
    read();
  };
  /** Writes the quantity as it was read: anything else becomes 1 (section 5). */
  const tidy = () => choose({ quantity: readQuantity(findFields(form.current).quantity.value) });
  /** The current weeks, including those that are sold out or closed, which their labels say. */
  const listWeeks = () =>
    [...findFields(form.current).deliveryWeek.options].map(
      ({ value, text, disabled }): WeekOption => ({ id: value, label: text, isGone: disabled }),
    );
  /** How payments are captured, which the service writes into the page with the weeks. */
  const readCapture = () =>
    form.current?.querySelector('[data-capture="manual"]') ? ('manual' as const) : ('automatic' as const);
  return { form, choice, read, tidy, listWeeks, readCapture, choose };
}

export type ChoiceFields = ReturnType<typeof useChoice>;

function findFields(form: HTMLFormElement | null) {
  const quantity = form?.elements.namedItem('quantity');
  const deliveryWeek = form?.elements.namedItem('deliveryWeek');
  if (quantity instanceof HTMLInputElement && deliveryWeek instanceof HTMLSelectElement) {
    return { quantity, deliveryWeek };
  }
  throw new Error('The page has no fields for quantity and week.');
}
