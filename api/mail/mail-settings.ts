import type { Farm } from '#domain/schemas/farm.ts';
import type { Shop } from '#domain/schemas/shop.ts';

/** Whose mails these are, and where the farm reads its own. */
export interface MailSettings {
  /** What stands in `From`: the farm's name and an address. */
  readonly from: string;
  /** Where orders and messages go. */
  readonly farmInbox: string;
  readonly farm: Farm;
  /** What a confirmation says of the sale; left out, it says nothing. */
  readonly sale?: SaleTerms | undefined;
}

export type SaleTerms = Pick<Shop, 'cancellationTerms' | 'vat'>;

/** Addresses that the operator may set in place of the farm's own: `MAIL_FROM` and `FARM_INBOX`. */
export interface MailOverrides {
  readonly from?: string | undefined;
  readonly farmInbox?: string | undefined;
}

/** The farm's own name and address, unless the operator has set other addresses. */
export function createMailSettings(
  farm: Farm,
  { from, farmInbox }: MailOverrides = {},
  sale?: SaleTerms,
): MailSettings {
  const quoted = farm.name.replace(/["\\]/g, '\\$&');
  return { from: `"${quoted}" <${from ?? farm.email}>`, farmInbox: farmInbox ?? farm.email, farm, sale };
}

/** A Message-ID that is the same each time for one kind of mail about one order or message. */
export function stableMessageId(kind: string, subjectId: string, { farm }: MailSettings): string {
  return `<${kind.replaceAll('_', '-')}.${subjectId}@${new URL(farm.website).hostname}>`;
}
