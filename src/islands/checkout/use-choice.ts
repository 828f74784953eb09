import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readQuantity } from '#domain/quantity.ts';
import { markGoneWeeks } from '../../browser/week-options.ts';

export interface Choice {
  readonly quantity: number;
  /** The week's id: its Monday. */
  readonly deliveryWeek: string;
}

/** A delivery week as the page shows it. */
export interface WeekOption {
  readonly id: string;
  readonly label: string;
  readonly isGone: boolean;
}

/**
 * Quantity and week. Their fields are in the page before this script is, and are the one place where the choice
 * stands: what was chosen before or during hydration is read, never overwritten.
 */
export function useChoice(initial: Choice) {
  /** For the form around the fields. */
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState(initial);
  /** Takes over what the fields say. */
  const read = () => {
    const { quantity, deliveryWeek } = findFields(form.current);
    setChoice({ quantity: readQuantity(quantity.value), deliveryWeek: deliveryWeek.value });
  };
  const readNow = useEffectEvent(read);
  useEffect(() => {
    readNow();
    void markGoneWeeks(findFields(form.current).deliveryWeek);
    // Some browsers put back what was chosen before a reload only now.
    const gone = new AbortController();
    addEventListener('pageshow', () => readNow(), gone);
    return () => gone.abort();
  }, []);
  /** Chooses for the buyer, in the fields too. */
  const choose = ({ quantity, deliveryWeek }: Partial<Choice>) => {
    const fields = findFields(form.current);
    if (quantity !== undefined) fields.quantity.value = String(quantity);
    const hasWeek = [...fields.deliveryWeek.options].some(({ value }) => value === deliveryWeek);
    if (deliveryWeek !== undefined && hasWeek) fields.deliveryWeek.value = deliveryWeek;
    read();
  };
  /** Writes the quantity as it is understood: anything else becomes 1 (section 5). */
  const tidy = () => choose({ quantity: readQuantity(findFields(form.current).quantity.value) });
  /** The weeks as they are now: also those that are sold out or closed, which their labels say. */
  const listWeeks = () =>
    [...findFields(form.current).deliveryWeek.options].map(
      ({ value, text, disabled }): WeekOption => ({ id: value, label: text, isGone: disabled }),
    );
  return { form, choice, read, tidy, listWeeks, choose };
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
