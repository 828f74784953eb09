import { type SubmitEvent, useId, useRef, useState } from 'react';
import { LONGEST_NOTE, type OrderNote } from '#domain/orders/order-edit.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { writeNote } from '../../../browser/admin-edit-calls.ts';
import { readFailure } from '../../../browser/admin-order-calls.ts';
import { describeField, FailureAlert, Field } from './Field.tsx';
import { useOrderMutation } from './use-order-mutation.ts';

/** The farm's own words about an order. */
export function NoteForm({ order }: { readonly order: OrderListItem }) {
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  const [draft, setDraft] = useState<string>();
  const [message, setMessage] = useState('');
  const { mutation, isBusy, show } = useOrderMutation<OrderNote>({
    order,
    send: (note) => writeNote(order.id, note),
    preview: () => order,
  });
  const failure = mutation.error === null ? null : readFailure(mutation.error);
  const note = draft ?? order.internalNote ?? '';

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setMessage('');
    try {
      await mutation.mutateAsync({ version: order.version, note });
      setDraft(undefined);
      setMessage('Saved.');
    } catch {
      // Shown beside the field.
    }
  };
  const field = {
    id: `${id}note`,
    hint: 'For the farm only: never printed, e-mailed or shown to the buyer. You can search for it.',
    error: failure?.fields.note,
  };

  return (
    <form className="form admin-form" noValidate onSubmit={save} aria-label={`Note on ${order.orderNumber}`}>
      <Field label="Our own note" {...field}>
        <textarea
          {...describeField(field)}
          name="note"
          rows={2}
          maxLength={LONGEST_NOTE}
          autoComplete="off"
          value={note}
          onChange={(event) => {
            setDraft(event.target.value);
            setMessage('');
          }}
        />
      </Field>
      {failure !== null && failure.fields.note === undefined && (
        <FailureAlert
          failure={failure}
          onShow={(current) => {
            show(current);
            mutation.reset();
            setMessage('This is the order as it is now. What you wrote is still here.');
            status.current?.focus();
          }}
        />
      )}
      <div className="actions">
        <button className="button quiet" type="submit" aria-disabled={isBusy || undefined}>
          {mutation.isPending ? 'Saving...' : 'Save the note'}
        </button>
        <p role="status" tabIndex={-1} ref={status}>
          {message}
        </p>
      </div>
    </form>
  );
}
