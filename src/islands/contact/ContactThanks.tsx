import { useEffect, useRef } from 'react';
import type { ContactMessage } from '#domain/contact/contact-message.ts';
import './contact-thanks.css';

interface Props {
  /** The message that was sent. */
  readonly message: ContactMessage;
  readonly onAgain: () => void;
}

/** Replaces the form and shows where the answer will go, so that a wrong address is noticed. */
export function ContactThanks({ message, onAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone. This runs once only, so that a later toast does not pull the focus back.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="contact-thanks">
      <h3 tabIndex={-1} ref={heading}>
        Thank you, {message.name}!
      </h3>
      <Answer message={message} />
      <button type="button" className="button" onClick={onAgain}>
        Send Another Message
      </button>
    </div>
  );
}

function Answer({ message: { contactPreference, email, phone } }: Pick<Props, 'message'>) {
  if (contactPreference === 'phone' && phone !== undefined) {
    return (
      <p>
        We will ring you. The number you gave us is <strong>{phone}</strong>
      </p>
    );
  }
  return (
    <p>
      {contactPreference === 'phone' ? 'You gave us no phone number, so we' : 'We'} will write to you at{' '}
      <strong>{email}</strong>
    </p>
  );
}
