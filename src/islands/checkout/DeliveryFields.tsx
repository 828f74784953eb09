import { type DeliveryArea, describeExcludedAreas } from '#domain/delivery/delivery-area.ts';
import type { FoliageEntries } from '#domain/delivery/foliage-delivery.ts';
import { DELIVERY_FIELDS } from '#domain/orders/order-fields.ts';

/** The id of an entry's control: what an error summary's link and a label lead to. */
export function deliveryControlId(field: string): string {
  return `foliage-${field}`;
}

interface Entry {
  readonly field: keyof FoliageEntries;
  readonly label: string;
  readonly autoComplete: string;
  readonly maxLength?: number;
  readonly type?: 'email';
  readonly isOptional?: boolean;
  readonly isShort?: boolean;
}

const ENTRIES: readonly Entry[] = [
  {
    field: 'name',
    label: 'Full name',
    autoComplete: 'shipping name',
    maxLength: DELIVERY_FIELDS.customerName.longest,
  },
  {
    field: 'email',
    label: 'E-mail address',
    autoComplete: 'email',
    maxLength: DELIVERY_FIELDS.customerEmail.longest,
    type: 'email',
  },
  { field: 'line1', label: 'House number and street', autoComplete: 'shipping address-line1' },
  {
    field: 'line2',
    label: 'Second address line (optional)',
    autoComplete: 'shipping address-line2',
    isOptional: true,
  },
  {
    field: 'city',
    label: 'Town or city',
    autoComplete: 'shipping address-level2',
    maxLength: DELIVERY_FIELDS.shippingCity.longest,
  },
  { field: 'postcode', label: 'Postcode', autoComplete: 'shipping postal-code', isShort: true },
];

interface Props {
  readonly known: Partial<FoliageEntries>;
  readonly area: DeliveryArea;
}

/** Who gets the boxes, and where. The fields are never rendered anew: lib/form-errors.ts puts sentences among them. */
export function DeliveryFields({ known, area }: Props) {
  return (
    <fieldset className="fields">
      <legend>Where shall we send it?</legend>
      <p className="hint">
        We deliver within the United Kingdom only. {describeExcludedAreas(area.notDeliveredTo)}
      </p>
      {ENTRIES.map(({ field, label, isOptional = false, isShort = false, type = 'text', ...attributes }) => (
        <div className="field" key={field}>
          <label htmlFor={deliveryControlId(field)}>{label}</label>
          <input
            id={deliveryControlId(field)}
            name={field}
            type={type}
            className={isShort ? 'short' : undefined}
            defaultValue={known[field]}
            required={!isOptional}
            spellCheck={type === 'email' ? false : undefined}
            {...attributes}
          />
        </div>
      ))}
    </fieldset>
  );
}
