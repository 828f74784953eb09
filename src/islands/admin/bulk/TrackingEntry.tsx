import '../../../styles/forms.css';
import './bulk.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { countOf } from '#domain/count.ts';
import type { OrderUndo } from '#domain/orders/order-changes.ts';
import {
  describeTooLong,
  splitLines,
  type TrackingPreview,
  type TrackingProposal,
} from '#domain/orders/tracking-list.ts';
import { enterTrackingNumbers, isSignedOut, previewTrackingNumbers } from '../../../browser/admin-calls.ts';
import { listUndo } from '../../../browser/bulk-calls.ts';
import { reloadOrders } from '../../../browser/shown-orders.ts';
import { findLeftLines, type LeftLine, writeLeftList } from '../../../browser/tracking-remains.ts';
import { describeFailure } from './BulkOutcome.tsx';
import { TrackingReview } from './TrackingReview.tsx';
import { UndoableOutcome } from './UndoableOutcome.tsx';

interface Outcome {
  readonly entered: number;
  readonly left: readonly LeftLine[];
  readonly undo: readonly OrderUndo[];
}

/** Enters tracking numbers of many orders at once, pasted or from a file. A preview comes before anything is saved. */
export function TrackingEntry({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const id = useId();
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [list, setList] = useState('');
  const [fileNote, setFileNote] = useState('');
  const [message, setMessage] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [preview, setPreview] = useState<TrackingPreview | null>(null);
  const check = useMutation({ mutationFn: previewTrackingNumbers });
  const entry = useMutation({ mutationFn: enterTrackingNumbers });

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
    if (check.isPending) return;
    setOutcome(null);
    setFileNote('');
    if (list.trim() === '') return refuse('Please paste the list, or choose a file.');
    const tooLong = describeTooLong(list);
    if (tooLong !== null) return refuse(tooLong);
    setMessage('');
    try {
      setPreview(await check.mutateAsync(list));
    } catch (error) {
      if (isSignedOut(error)) onSignedOut();
      refuse(describeFailure(error as Error));
    }
  };

  const enter = async (agreed: readonly TrackingProposal[]) => {
    if (preview === null) return;
    setMessage('');
    try {
      const entries = agreed.map(({ id: order, version, trackingNumbers, replaces }) => {
        return { id: order, version, trackingNumbers, replace: replaces.length > 0 };
      });
      const results = await entry.mutateAsync(entries);
      const left = findLeftLines(list, preview, agreed, results);
      const entered = agreed.filter((_, at) => results[at]?.ok);
      setOutcome({
        entered: entered.flatMap(({ trackingNumbers }) => trackingNumbers).length,
        left,
        undo: listUndo(results),
      });
      setList(writeLeftList(left));
      setPreview(null);
      void reloadOrders(client);
    } catch (error) {
      if (isSignedOut(error)) onSignedOut();
      setMessage(describeFailure(error as Error));
    }
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
    <details className="bulk-fold">
      <summary>Enter tracking numbers</summary>
      {preview !== null ? (
        <TrackingReview
          preview={preview}
          isBusy={entry.isPending}
          failure={message}
          onEnter={enter}
          onBack={goBack}
        />
      ) : (
        <form className="form" noValidate onSubmit={submit}>
          {outcome && (
            <UndoableOutcome
              message={`${countOf(outcome.entered, 'tracking number')} entered.`}
              trouble={outcome.left.length === 0 ? undefined : describeLeft(outcome.left)}
              undo={outcome.undo}
              onSignedOut={onSignedOut}
            />
          )}
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

function describeLeft(left: readonly LeftLine[]) {
  const message =
    left.length === 1
      ? '1 line was left out. It is still in the list below: put it right and send it again.'
      : `${left.length} lines were left out. They are still in the list below: put them right and send them again.`;
  const lines = left.map(({ line, text, error }) => (
    <>
      Line {line}, <q>{text.trim()}</q>: {error}
    </>
  ));
  return { message, lines };
}

function countLines(text: string): string {
  return countOf(splitLines(text).filter((line) => line.trim() !== '').length, 'line');
}
