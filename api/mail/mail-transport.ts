/** A mail as it goes out. `From` is the transport's own matter. */
export interface OutgoingMail {
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** With its angle brackets. */
  readonly messageId: string;
  readonly date: Date;
}

/** Taken by the mail server; or not, and whether trying again could help. */
export type DeliveryResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly isPermanent: boolean;
      /** For the database: may name the recipient. */
      readonly reason: string;
      /** For the log: an error code or an SMTP reply code, and nobody's address. */
      readonly code: string;
    };

export interface MailTransport {
  /** @param signal ends an attempt that takes too long, as a temporary failure */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<DeliveryResult>;
}
