import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
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

export interface ChoiceFields {
  /** For the form around the fields. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly choice: Choice;
  /** Takes over what the fields say. */
  readonly read: () => void;
  /** Writes the quantity as it is understood: anything else becomes 1 (section 5). */
  readonly tidy: () => void;
  /** The weeks as they are now: also those that are sold out or closed, which their labels say. */
  readonly listWeeks: () => WeekOption[];
  /** Chooses for the buyer, in the fields too. */
  readonly choose: (choice: Partial<Choice>) => void;
}

/**
 * Quantity and week. Their fields are in the page before this script is, and are the one place where the choice
 * stands: what was chosen before or during hydration is read, never overwritten.
 */
export function useChoice(initial: Choice): ChoiceFields {
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState(initial);
  const read = useCallback(() => {
    const { quantity, deliveryWeek } = findFields(form.current);
    setChoice({ quantity: readQuantity(quantity.value), deliveryWeek: deliveryWeek.value });
  }, []);
  useEffect(() => {
    read();
    void markGoneWeeks(findFields(form.current).deliveryWeek);
    // Some browsers put back what was chosen before a reload only now.
    window.addEventListener('pageshow', read);
    return () => window.removeEventListener('pageshow', read);
  }, [read]);
  const choose = useCallback(
    ({ quantity, deliveryWeek }: Partial<Choice>) => {
      const fields = findFields(form.current);
      if (quantity !== undefined) fields.quantity.value = String(quantity);
      const hasWeek = [...fields.deliveryWeek.options].some(({ value }) => value === deliveryWeek);
      if (deliveryWeek !== undefined && hasWeek) fields.deliveryWeek.value = deliveryWeek;
      read();
    },
    [read],
  );
  const tidy = useCallback(
    () => choose({ quantity: readQuantity(findFields(form.current).quantity.value) }),
    [choose],
  );
  const listWeeks = useCallback(
    () =>
      [...findFields(form.current).deliveryWeek.options].map(({ value, text, disabled }) => ({
        id: value,
        label: text,
        isGone: disabled,
      })),
    [],
  );
  return { form, choice, read, tidy, listWeeks, choose };
}

function findFields(form: HTMLFormElement | null) {
  const quantity = form?.elements.namedItem('quantity');
  const deliveryWeek = form?.elements.namedItem('deliveryWeek');
  if (quantity instanceof HTMLInputElement && deliveryWeek instanceof HTMLSelectElement) {
    return { quantity, deliveryWeek };
  }
  throw new Error('The page has no fields for quantity and week.');
}
