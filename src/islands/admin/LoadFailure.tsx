interface LoadFailureProps {
  readonly onRetry: () => void;
  /** Where the place that was asked for may be at fault: back to the first page of all orders. */
  readonly onReset?: (() => void) | undefined;
}

/** The error of section 8, and what can be done about it. */
export function LoadFailure({ onRetry, onReset }: LoadFailureProps) {
  return (
    <div className="admin-alert" role="alert">
      <p>Failed to load orders. Please try again later.</p>
      <p className="admin-actions">
        <button className="button" type="button" onClick={onRetry}>
          Try again
        </button>
        {onReset && (
          <button className="button quiet" type="button" onClick={onReset}>
            Show all orders
          </button>
        )}
      </p>
    </div>
  );
}
