import './spinner.css';

/** A spinner beside a message. It says nothing by itself. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
