import { Fragment, type SubmitEvent, useId, useState } from 'react';
import { countOf, formatCount } from '#domain/count.ts';
import type { TrackingPreview, TrackingProposal } from '#domain/orders/tracking-list.ts';
import { takeFocus } from '../../take-focus.ts';

interface TrackingReviewProps {
  readonly preview: TrackingPreview;
  readonly onEnter: (agreed: readonly TrackingProposal[]) => void;
  readonly onBack: () => void;
}

/** The preview of a pasted list, with the buyers' names. Nothing is saved before somebody has seen it. */
export function TrackingReview({ preview, onEnter, onBack }: TrackingReviewProps) {
  const id = useId();
  const [replaced, setReplaced] = useState<ReadonlySet<string>>(new Set());

  const { proposals, leftOut } = preview;
  const fresh = proposals.filter(({ replaces }) => replaces.length === 0);
  const standing = proposals.filter(({ replaces }) => replaces.length > 0);
  const agreed = [...fresh, ...standing.filter((each) => replaced.has(each.id))];
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (agreed.length > 0) onEnter(agreed);
  };
  const choose = (order: string, isChosen: boolean) => {
    const next = new Set(replaced);
    if (isChosen) next.add(order);
    else next.delete(order);
    setReplaced(next);
  };

  return (
    <form className="form tracking-review" noValidate onSubmit={submit} aria-labelledby={`${id}heading`}>
      <h2 id={`${id}heading`} ref={takeFocus} tabIndex={-1}>
        Have a look before we save these
      </h2>
      <p>
        {proposals.length === 0
          ? 'We couldn’t use any of these lines.'
          : 'We’ll mark these as shipped, and e‑mail each buyer the numbers.'}
      </p>
      {fresh.length > 0 && (
        <section aria-labelledby={`${id}fresh`}>
          <h3 id={`${id}fresh`}>Ready ({formatCount(fresh.length)})</h3>
          <ul className="lined plain">
            {fresh.map((each) => (
              <li key={each.id}>
                <OrderName {...each} /> <Numbers numbers={each.trackingNumbers} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {standing.length > 0 && (
        <fieldset className="fields lined">
          <legend>Already with another number ({formatCount(standing.length)})</legend>
          <p className="hint">
            The number stays as it is unless you tick the order. Its buyer then gets another e-mail.
          </p>
          {standing.map((each) => (
            <label key={each.id} className="choice">
              <input
                type="checkbox"
                checked={replaced.has(each.id)}
                onChange={(event) => choose(each.id, event.target.checked)}
              />
              <span>
                <OrderName {...each} /> replace <Numbers numbers={each.replaces} /> with{' '}
                <Numbers numbers={each.trackingNumbers} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {leftOut.length > 0 && (
        <section aria-labelledby={`${id}left`}>
          <h3 id={`${id}left`}>Left out ({formatCount(leftOut.length)})</h3>
          <ul className="lined plain">
            {leftOut.map(({ lines, orderNumber, buyer, reason }) => (
              <li key={lines[0]}>
                {orderNumber === null ? (
                  <strong>Line {lines[0]}:</strong>
                ) : (
                  <OrderName orderNumber={orderNumber} buyer={buyer} />
                )}{' '}
                {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="actions">
        {proposals.length > 0 && (
          <button className="button" type="submit" disabled={agreed.length === 0}>
            Enter{' '}
            {countOf(agreed.flatMap(({ trackingNumbers }) => trackingNumbers).length, 'tracking number')}
          </button>
        )}
        <button className="button quiet" type="button" onClick={onBack}>
          Back to the list
        </button>
      </div>
    </form>
  );
}

/** One order's numbers, one for each parcel. */
function Numbers({ numbers }: { readonly numbers: readonly string[] }) {
  return numbers.map((number, index) => (
    <Fragment key={number}>
      {index > 0 && ', '}
      <code>{number}</code>
    </Fragment>
  ));
}

function OrderName({ orderNumber, buyer }: { readonly orderNumber: string; readonly buyer: string | null }) {
  return (
    <>
      <strong>{orderNumber}</strong>
      {buyer !== null && `, ${buyer}`}:
    </>
  );
}
