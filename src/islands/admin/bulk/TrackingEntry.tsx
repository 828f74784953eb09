import '../../../styles/forms.css';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { countOf } from '#domain/count.ts';
import { TRACKING_FOLD } from '#domain/office.ts';
import {
  describeTooLong,
  splitLines,
  type TrackingPreview,
  type TrackingProposal,
} from '#domain/orders/tracking-list.ts';
import { previewTrackingNumbers } from '../../../browser/admin-calls.ts';
import { describeFailure, type Work } from '../../../browser/one-by-one.ts';
import { writeChange } from './bulk-actions.ts';
import { OneByOne, useOneByOne } from './OneByOne.tsx';
import { TrackingReview } from './TrackingReview.tsx';

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
      busy: 'Entering tracking numbers',
      describe: (done) => {
        const numbers = findEntered(done).flatMap(({ trackingNumbers }) => trackingNumbers);
        const isAll = left.length === 0 && done.length === agreed.length;
        return `${countOf(numbers.length, 'tracking number')} entered.${isAll ? '' : ' What wasn’t is still in the list below.'}`;
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
        <TrackingReview preview={preview} onEnter={enter} onBack={goBack} />
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
