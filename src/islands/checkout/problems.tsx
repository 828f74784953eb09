import { toHref } from '#domain/links.ts';
import { describeMissingCardForm, type PaymentPage } from '#domain/payments/payment-messages.ts';
import { Spinner } from '../ui/Spinner.tsx';

// The problems that both checkouts can show to a buyer (section 8).

/** The alternative that needs neither script nor card. */
export function CallLink({ phone }: { readonly phone: string }) {
  return (
    <a className="button quiet" href={toHref(`tel:${phone}`)}>
      Call {phone}
    </a>
  );
}

interface CardFormStatusProps {
  readonly page: PaymentPage;
  readonly status: 'loading' | 'slow' | 'failed' | 'ready';
  readonly phone: string;
  readonly onRetry: () => void;
}

/** The message and options until the card fields are ready. */
export function CardFormStatus({ page, status, phone, onRetry }: CardFormStatusProps) {
  if (status === 'ready') return null;
  if (status === 'loading') {
    return (
      <p role="status">
        <Spinner /> Loading the card form...
      </p>
    );
  }
  const [lead, more] = describeMissingCardForm(page, status, phone);
  return (
    <div className="callout trouble">
      <div role="alert">
        <p className="lead">{lead}</p>
        <p>{more}</p>
      </div>
      <p className="actions">
        <button className="button" type="button" onClick={onRetry}>
          Try again
        </button>
        <CallLink phone={phone} />
      </p>
    </div>
  );
}
