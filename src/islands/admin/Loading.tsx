import { Spinner } from '../ui/Spinner.tsx';

/** The specified words while orders are on their way. */
export function Loading() {
  return (
    <p className="loading" role="status">
      <LoadingWords />
    </p>
  );
}

/** The words and the spinner alone, for a status line that is there already. */
export function LoadingWords() {
  return (
    <>
      <Spinner /> Loading orders...
    </>
  );
}
