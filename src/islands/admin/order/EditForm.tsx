import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { type EditedField, listEditableFields, type OrderEdit } from '#domain/orders/order-edit.ts';
import { DELIVERY_FIELDS, isOptionalField } from '#domain/orders/order-fields.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { editOrder } from '../../../browser/admin-edit-calls.ts';
import { readFailure } from '../../../browser/admin-order-calls.ts';
import { describeField, FailureAlert, Field } from './Field.tsx';
import { useOrderMutation } from './use-order-mutation.ts';

/** What is entered but not saved. A missing field means the order's own value. */
type Draft = Readonly<Partial<Record<EditedField | 'reason', string>>>;

const TYPES: Partial<Record<EditedField, string>> = { customerEmail: 'email', customerPhone: 'tel' };
const SHOWN = 'This is the order as it is now. What you entered is still here.';

/** The buyer's details and the address of one order, by the rules of the order form. */
export function EditForm({ order }: { readonly order: OrderListItem }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const note = useRef<HTMLParagraphElement>(null);
  const [draft, setDraft] = useState<Draft>({});
  const [message, setMessage] = useState('');
  const { mutation, isBusy, show } = useOrderMutation<OrderEdit>({
    order,
    send: (edit) => editOrder(order.id, edit),
    preview: () => order,
  });
  const { error } = mutation;
  const failure = error === null ? null : readFailure(error);
  const names = listEditableFields(order.status);
  const isSent = names.length < 3;

  // Focuses the first field with an error, once the error is in the page.
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);

  const enter = (name: keyof Draft, text: string) => {
    setDraft({ ...draft, [name]: text });
    setMessage('');
  };
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setMessage('');
    // Only what differs, so that nothing else is overwritten.
    const changed = names.filter((name) => (draft[name] ?? order[name] ?? '') !== (order[name] ?? ''));
    if (changed.length === 0) return setMessage('There is nothing to save yet.');
    const reason = draft.reason?.trim() || undefined;
    const details = Object.fromEntries(changed.map((name) => [name, draft[name]]));
    try {
      await mutation.mutateAsync({ version: order.version, reason, ...details });
      setDraft({});
      setMessage('Saved.');
    } catch {
      // Shown beside the fields.
    }
  };
  const reason = { id: `${id}reason`, error: failure?.fields.reason };

  return (
    <form
      className="form admin-form"
      noValidate
      ref={form}
      onSubmit={save}
      aria-label={`Edit ${order.orderNumber}`}
    >
      <p className="hint">
        {isSent
          ? 'The parcel can no longer be changed, only how to reach the buyer.'
          : `${order.customerEmail === '' ? 'Without an e-mail address, please tell the buyer yourself of what you change.' : 'We e-mail the buyer about another address, message or instructions, at the e-mail address you enter here.'} A label already made keeps the old address: change it in Click & Drop as well.`}
      </p>
      <div className="admin-fields">
        {names.map((name) => (
          <DetailField
            key={name}
            id={`${id}${name}`}
            name={name}
            value={draft[name] ?? order[name] ?? ''}
            error={failure?.fields[name]}
            onEnter={(text) => enter(name, text)}
          />
        ))}
        <Field label="Reason (optional)" {...reason}>
          <input
            {...describeField(reason)}
            autoComplete="off"
            maxLength={500}
            value={draft.reason ?? ''}
            onChange={(event) => enter('reason', event.target.value)}
          />
        </Field>
      </div>
      {failure !== null && Object.keys(failure.fields).every((name) => name === 'status') && (
        <FailureAlert
          failure={failure}
          onShow={(current) => {
            show(current);
            mutation.reset();
            setMessage(SHOWN);
            note.current?.focus();
          }}
        />
      )}
      <div className="actions">
        <button className="button" type="submit" aria-disabled={isBusy || undefined}>
          {mutation.isPending ? 'Saving...' : 'Save the details'}
        </button>
        <p role="status" tabIndex={-1} ref={note}>
          {message}
        </p>
      </div>
    </form>
  );
}

interface DetailFieldProps {
  readonly id: string;
  readonly name: EditedField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onEnter: (text: string) => void;
}

function DetailField({ id, name, value, error, onEnter }: DetailFieldProps) {
  const { farmLabel, longest, kind } = DELIVERY_FIELDS[name];
  const label = `${farmLabel}${isOptionalField(name) ? ' (optional)' : ''}`;
  const described = describeField({ id, error });
  const attributes = { ...described, name, value, maxLength: longest, autoComplete: 'off' };
  return (
    <Field id={id} label={label} error={error}>
      {kind === 'lines' ? (
        <textarea {...attributes} rows={3} onChange={(event) => onEnter(event.target.value)} />
      ) : (
        <input
          {...attributes}
          type={TYPES[name] ?? 'text'}
          spellCheck={name === 'customerEmail' ? false : undefined}
          onChange={(event) => onEnter(event.target.value)}
        />
      )}
    </Field>
  );
}
