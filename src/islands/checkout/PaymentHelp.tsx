import { toHref } from '#domain/links.ts';
import { Spinner } from '../ui/Spinner.tsx';
import type { Payments } from './use-payments.ts';

interface Props {
  readonly status: Payments['status'];
  readonly phone: string;
  readonly retry: () => void;
}

const SENTENCES = {
  slow: 'The payment form is taking longer than it should.',
  failed: 'The card form cannot be shown just now. Nothing has been charged.',
} as const;

/** What the buyer can do while the provider's script is on its way, or when it has not come. */
export function PaymentHelp({ status, phone, retry }: Props) {
  if (status === 'ready') return null;
  if (status === 'loading') {
    return (
      <p className="hint" role="status">
        <Spinner /> Loading the card form…
      </p>
    );
  }
  return (
    <div className="callout trouble" role="status">
      <p>
        {SENTENCES[status]} You can try again, or order with a person on{' '}
        <a href={toHref(`tel:${phone}`)}>{phone}</a>.
      </p>
      <button className="button quiet" type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
