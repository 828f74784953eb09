import type { ReactNode } from 'react';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** The input, with `describeField` of the same field. */
  readonly children: ReactNode;
}

/** A labelled input, with its error message between the two. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="error" id={`${id}error`} role="alert">
          {error}
        </p>
      )}
      {children}
    </div>
  );
}

interface Described extends Pick<FieldProps, 'id' | 'hint' | 'error'> {
  /** The id of another element that describes the input. */
  readonly about?: string;
}

/** The attributes that connect an input to its `Field`. */
export function describeField({ id, hint, error, about }: Described) {
  const ids = [error !== undefined && `${id}error`, hint !== undefined && `${id}hint`, about];

  return {
    id,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': ids.filter(Boolean).join(' ') || undefined,
  };
}
