import { type InputEvent, useState } from 'react';
import { type DeliveryArea, describeExcludedAreas } from '#domain/delivery/delivery-area.ts';
import {
  FOLIAGE_FIELDS,
  FOLIAGE_RULES,
  type FoliageDelivery,
  type FoliageEntries,
  type FoliageField,
  readFoliageDelivery,
} from '#domain/orders/foliage-delivery.ts';
import { correctEntries } from '#domain/plain-text.ts';
import { clearFormProblem, showFieldError, showFormProblem } from '#forms/show-problem.ts';
import { writeFormEntries } from '../../browser/form-entries.ts';
import { keepDraft, readDraft } from '../../browser/storage.ts';
import { FOLIAGE_DRAFT_KEY } from '../../browser/stored-order.ts';
import type { DeliveryPart } from './PayForm.tsx';

/** The delivery fields of the foliage page. Apart from the form, because the boxes' checkout pays for none of it. */
export function describeDelivery(area: DeliveryArea): DeliveryPart {
  return {
    fields: <DeliveryFields area={area} />,
    read: (form) => readDelivery(form, area),
    onInput: (event) => keepAndRecheck(event, area),
  };
}

function readDelivery(form: HTMLFormElement, area: DeliveryArea): FoliageDelivery | null {
  const reading = readFoliageDelivery(readEntries(form), area);
  if ('delivery' in reading) {
    clearFormProblem(form);
    return reading.delivery;
  }
  writeFormEntries(form, correctEntries(FOLIAGE_RULES, readEntries(form)));
  const problems = Object.entries(reading.problems);
  showFormProblem(form, {
    fields: problems.map(([field, message]) => ({ controlId: controlId(field), message })),
  });
  return null;
}

/** Checks an invalid field again while it is corrected. */
function keepAndRecheck(event: InputEvent<HTMLFormElement>, area: DeliveryArea): void {
  const { currentTarget: form, target } = event;
  const entries = readEntries(form);
  keepDraft(FOLIAGE_DRAFT_KEY, entries);
  if (!(target instanceof HTMLInputElement) || !target.hasAttribute('aria-invalid')) return;
  const reading = readFoliageDelivery(entries, area);
  const problems = 'problems' in reading ? reading.problems : {};
  showFieldError(form, { controlId: target.id, message: problems[target.name as keyof FoliageEntries] });
}

/** Reads the delivery fields only, because card data must not be stored. */
function readEntries(form: HTMLFormElement): Record<FoliageField, string> {
  const data = new FormData(form);
  const entries = FOLIAGE_FIELDS.map(({ field }) => [field, String(data.get(field) ?? '')]);
  return Object.fromEntries(entries) as Record<FoliageField, string>;
}

/** The id of an entry's control, for labels and links from the error summary. */
function controlId(field: string): string {
  return `foliage-${field}`;
}

/**
 * The recipient and address. The fields never rerender, because forms/show-problem.ts inserts messages between them.
 */
function DeliveryFields({ area }: { readonly area: DeliveryArea }) {
  const [known] = useState(() => readDraft(FOLIAGE_DRAFT_KEY) ?? {});
  return (
    <fieldset className="fields">
      <legend>Where shall we send it?</legend>
      <p>We deliver within the United Kingdom only. {describeExcludedAreas(area.notDeliveredTo)}</p>
      {FOLIAGE_FIELDS.map(({ field, label, autoComplete, maxLength }) => (
        <div className="field" key={field}>
          <label htmlFor={controlId(field)}>{label}</label>
          <input
            id={controlId(field)}
            name={field}
            type={field === 'email' ? 'email' : 'text'}
            className={field === 'postcode' ? 'short' : undefined}
            autoComplete={autoComplete}
            maxLength={maxLength}
            defaultValue={known[field]}
            required={field !== 'line2'}
            spellCheck={field === 'email' ? false : undefined}
          />
        </div>
      ))}
    </fieldset>
  );
}
