import '../../../styles/forms.css';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, Fragment, type SubmitEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { countOf, formatCount } from '#domain/count.ts';
import { TRACKING_FOLD } from '#domain/office.ts';
import {
  describeTooLong,
  splitLines,
  type TrackingPreview,
  type TrackingProposal,
} from '#domain/orders/tracking-list.ts';
import { previewTrackingNumbers } from '../../../browser/admin-calls.ts';
import { describeFailure, type Work } from '../../../browser/one-by-one.ts';
import { takeFocus } from '../../take-focus.ts';
import { writeChange } from './bulk-actions.ts';
import { OneByOne, useOneByOne } from './OneByOne.tsx';

/** Enters tracking numbers of many orders at once, pasted or from a file. A preview comes before anything is saved. */
export function TrackingEntry() {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [list, setList] = useState('');
  const [fileNote, setFileNote] = useState('');
  const [message, setMessage] = useState('');
  const [preview, setPreview] = useState<TrackingPreview | null>(null);
  const check = useMutation({ mutationFn: previewTrackingNumbers });
  const control = useOneByOne();

  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const text = await file.text();
    // Reset, so that the same file can be chosen again after a correction.
    target.value = '';
    setList(text);
    setMessage('');
    setFileNote(`${countLines(text)} read from ${file.name}. Nothing is entered yet.`);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (check.isPending || control.isBusy) return;
    control.clear();
    setFileNote('');
    if (list.trim() === '') return refuse('Please paste the list, or choose a file.');
    const tooLong = describeTooLong(list);
    if (tooLong !== null) return refuse(tooLong);
    setMessage('');
    try {
      setPreview(await check.mutateAsync(list));
    } catch (error) {
      refuse(describeFailure(error));
    }
  };

  const enter = (agreed: readonly TrackingProposal[]) => {
    if (preview === null) return;
    const left = preview.leftOut.filter(({ isDone }) => !isDone);
    const findEntered = (done: Work['done']) =>
      agreed.filter(({ orderNumber }) => done.some((order) => order.orderNumber === orderNumber));
    setPreview(null);
    void control.start({
      busy: 'Saving',
      describe: (done) => {
        const isAll = left.length === 0 && done.length === agreed.length;
        return `Numbers saved for ${countOf(findEntered(done).length, 'order')}.${isAll ? '' : ' What wasn’t is still in the list below.'}`;
      },
      canUndo: true,
      left: left.map(({ lines, orderNumber, reason }) => ({
        name: orderNumber ?? `Line ${lines[0]}`,
        reason,
      })),
      steps: agreed.map((each) => ({
        orderNumber: each.orderNumber,
        send: writeChange(each, { trackingNumbers: each.trackingNumbers.join('\n') }),
      })),
      // What was not entered stays, to be put right and sent again.
      onEnd: ({ done }) => {
        const entered = findEntered(done);
        const remaining = [...left, ...agreed.filter((each) => !entered.includes(each))];
        const remain = new Set(remaining.flatMap(({ lines }) => lines));
        setList(
          splitLines(list)
            .filter((_, at) => remain.has(at + 1))
            .join('\n'),
        );
      },
    });
  };

  const goBack = () => {
    flushSync(() => {
      setPreview(null);
      setMessage('');
    });
    field.current?.focus();
  };

  function refuse(reason: string) {
    setMessage(reason);
    field.current?.focus();
  }

  return (
    <details className="bulk-fold" open={location.hash === `#${TRACKING_FOLD}`}>
      <summary>Tracking numbers</summary>
      <OneByOne control={control} />
      {preview !== null ? (
        <TrackingReview preview={preview} rows={splitLines(list)} onEnter={enter} onBack={goBack} />
      ) : (
        <form className="form" noValidate onSubmit={submit}>
          <div className="field">
            <label htmlFor={`${id}list`}>Order numbers and tracking numbers</label>
            <p className="hint" id={`${id}hint`}>
              One order to a line: the order number, then its tracking numbers. An order with several parcels
              can have several lines. You can paste columns from a spreadsheet as they are.
            </p>
            <p className="error" id={`${id}error`} role="alert" hidden={message === ''}>
              {message}
            </p>
            <textarea
              id={`${id}list`}
              ref={field}
              rows={8}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="characters"
              value={list}
              aria-invalid={message !== '' || undefined}
              aria-describedby={message === '' ? `${id}hint` : `${id}hint ${id}error`}
              onChange={(event) => setList(event.target.value)}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}file`}>Or choose a file (.csv or .txt)</label>
            <input
              id={`${id}file`}
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              aria-describedby={`${id}note`}
              onChange={readFile}
            />
            <p className="hint" id={`${id}note`} aria-live="polite">
              {fileNote}
            </p>
          </div>
          <button className="button" type="submit">
            {check.isPending ? 'Checking...' : 'Check the list'}
          </button>
        </form>
      )}
    </details>
  );
}

function countLines(text: string): string {
  return countOf(splitLines(text).filter((line) => line.trim() !== '').length, 'line');
}

interface TrackingReviewProps {
  readonly preview: TrackingPreview;
  /** The list, line by line. */
  readonly rows: readonly string[];
  readonly onEnter: (agreed: readonly TrackingProposal[]) => void;
  readonly onBack: () => void;
}

/** The preview of a pasted list, with the buyers' names. Nothing is saved before somebody has seen it. */
function TrackingReview({ preview, rows, onEnter, onBack }: TrackingReviewProps) {
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
          : 'We’ll save these numbers, mark what hadn’t gone yet as sent, and e‑mail each buyer.'}
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
        <fieldset className="fields">
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
                  <>
                    <strong>Line {lines[0]}</strong>, “{rows[(lines[0] ?? 0) - 1]}”:
                  </>
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
            Save numbers for {countOf(agreed.length, 'order')}
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
