import './scan.css';
import { type SubmitEvent, useRef, useState } from 'react';
import { countOf } from '#domain/count.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { allowSound } from '../../browser/scan-signals.ts';
import { Camera } from './Camera.tsx';
import type { useScanning } from './use-scanning.ts';

/** The camera, what it has read, and the field for a number that it cannot read. */
export function Scanner({ scanning }: { readonly scanning: ReturnType<typeof useScanning> }) {
  const { slip, order, verdict, last, accept, undo, leaveSlip } = scanning;
  const field = useRef<HTMLInputElement>(null);
  const [isOn, setOn] = useState(false);
  const [failure, setFailure] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text === '') return field.current?.focus();
    allowSound();
    accept(text, true);
    if (field.current) field.current.value = '';
  };

  return (
    <section className="scan-work" aria-label="Scan">
      <div className={`scan-verdict ${verdict?.tone ?? 'ask'}`} role="status" aria-atomic="true">
        {verdict ? (
          <>
            <strong>{verdict.heading}</strong>
            <p>{verdict.text}</p>
          </>
        ) : order ? (
          <>
            <strong>Now the parcel</strong>
            <p>
              {order.orderNumber}, {order.name}, {order.town}
            </p>
            <p>
              {slip?.box ? `Box ${slip.box} of ${slip.boxes}` : formatBoxes(order.boxes)}
              {order.trackingNumbers.length > 0 &&
                `, ${countOf(order.trackingNumbers.length, 'parcel')} sent`}
            </p>
            {slip?.digest === null && <p>Compare the name, town and boxes with the slip.</p>}
          </>
        ) : (
          <>
            <strong>First the slip</strong>
            <p>Hold the code on the slip in front of the camera.</p>
          </>
        )}
      </div>
      {isOn ? (
        <Camera
          onCode={(text) => accept(text, false)}
          onFailure={(reason) => {
            setOn(false);
            setFailure(reason);
          }}
        />
      ) : (
        <button
          className="button scan-start"
          type="button"
          onClick={() => {
            allowSound();
            setFailure('');
            setOn(true);
          }}
        >
          Start the camera
        </button>
      )}
      {failure !== '' && (
        <p className="callout trouble" role="alert">
          {failure}
        </p>
      )}
      <form className="scan-type" noValidate onSubmit={submit}>
        <label htmlFor="scan-text">
          {order ? 'Or type the parcel’s number' : 'Or type the order number'}
        </label>
        <div>
          <input
            id="scan-text"
            ref={field}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={100}
          />
          <button className="button" type="submit">
            Enter
          </button>
        </div>
      </form>
      {order && (
        <div className="actions">
          <button className="button quiet" type="button" onClick={leaveSlip}>
            Another slip
          </button>
        </div>
      )}
      {last && (
        <button className="button quiet" type="button" onClick={undo}>
          Take back {last.trackingNumber}
        </button>
      )}
    </section>
  );
}
