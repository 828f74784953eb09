import type { Farm } from '#domain/schemas/farm.ts';
import type { Config } from '../config.ts';
import type { Catalogue } from '../site/catalogue.ts';

/** The sender of the mails, and the farm's own inbox. */
export interface MailSettings {
  /** `From`: the farm's name and e-mail address. */
  readonly from: string;
  readonly farmInbox: string;
  readonly farm: Farm;
  /** Terms of sale for the confirmation, if any. */
  readonly sale?: SaleTerms | undefined;
}

export type SaleTerms = Partial<
  Pick<Catalogue, 'cancellationTerms' | 'vat' | 'farmMails' | 'transfers' | 'weeks'>
>;

/** @param set addresses that the operator may set instead of the farm's own: `MAIL_FROM` and `FARM_INBOX` */
export function createMailSettings(
  farm: Farm,
  { from, farmInbox }: Partial<Pick<Config['mail'], 'from' | 'farmInbox'>> = {},
  sale?: SaleTerms,
): MailSettings {
  const quoted = farm.name.replace(/["\\]/g, '\\$&');
  return { from: `"${quoted}" <${from ?? farm.email}>`, farmInbox: farmInbox ?? farm.email, farm, sale };
}

/** The same Message-ID every time for one kind of mail about one order or message. */
export function stableMessageId(kind: string, subjectId: string, { farm }: MailSettings): string {
  return `<${kind.replaceAll('_', '-')}.${subjectId}@${new URL(farm.website).hostname}>`;
}
