import { Spinner } from '../ui/Spinner.tsx';

/** The specified text while orders load. */
export function Loading() {
  return (
    <p className="loading" role="status">
      <LoadingWords />
    </p>
  );
}

/** Text and spinner only, for an existing status line. */
export function LoadingWords() {
  return (
    <>
      <Spinner /> Loading orders...
    </>
  );
}
