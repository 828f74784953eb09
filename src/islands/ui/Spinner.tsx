import './spinner.css';

/** Turns beside a message that says what is waited for; by itself it says nothing. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
