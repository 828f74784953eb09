import { Spinner } from '../ui/Spinner.tsx';
import { CallLink } from './CallLink.tsx';
import type { CardFormStatus as Status } from './use-card-form.ts';

interface Props {
  readonly status: Status;
  readonly phone: string;
  readonly onRetry: () => void;
}

const TROUBLE = {
  slow: {
    lead: 'The card form is taking longer than usual to load.',
    more: 'It may still come. You can also load the page again, or order by phone: nothing has been charged, and your order is kept on this device.',
  },
  failed: {
    lead: 'The card form could not be loaded.',
    more: 'The connection may be down, or a content blocker may keep the payment provider out. Nothing has been charged, and your order is kept on this device.',
  },
} as const;

/** What the buyer is told until the card form is there. */
export function CardFormStatus({ status, phone, onRetry }: Props) {
  if (status === 'ready') return null;
  if (status === 'loading') {
    return (
      <p role="status">
        <Spinner /> Loading the card form...
      </p>
    );
  }
  const { lead, more } = TROUBLE[status];
  return (
    <div className="callout trouble">
      <div role="alert">
        <p className="lead">{lead}</p>
        <p>{more}</p>
      </div>
      <p className="actions">
        {/* A script that hangs is only given up, and asked for anew, by loading the page again. */}
        <button
          className="button"
          type="button"
          onClick={() => (status === 'slow' ? location.reload() : onRetry())}
        >
          Try again
        </button>
        <CallLink phone={phone} />
      </p>
    </div>
  );
}
