import type { Kysely } from 'kysely';
import { z } from 'zod';
import { addDays, findLondonMidnight, type IsoDay, londonDay } from '#domain/dates.ts';
import { parsePounds } from '#domain/money.ts';
import { METHOD_WORDS, type PaymentMethod } from '#domain/orders/payment-method.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Database } from '../../db/schema.ts';
import { PAID_AT } from './order-list-repository.ts';
import { BYTE_ORDER_MARK, formatRow } from './stream-orders.ts';

/** `2025-11` */
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'There’s no such month.');

/** As a bank's statement has them: what came in is positive, and what went back is negative. */
interface Movement {
  readonly at: string;
  readonly pence: number;
  readonly what: string;
  readonly orderNumber: string;
  readonly customerName: string | null;
  readonly method: PaymentMethod;
}

const COLUMNS = ['Date', 'Amount', 'Payee', 'Description', 'Reference'];

/**
 * Every payment and refund of a month in London, by date, with the columns that Xero and QuickBooks read. CSV as in RFC
 * 4180. Both take `25/11/2025` for a British account.
 */
export async function writePaymentsCsv(db: Kysely<Database>, month: string): Promise<string> {
  const first = `${month}-01` as IsoDay;
  const next = `${addDays(first, 31).slice(0, 7)}-01` as IsoDay;
  const [from, to] = [first, next].map((day) => findLondonMidnight(day).toISOString()) as [string, string];
  const movements = [...(await findPayments(db, from, to)), ...(await findRefunds(db, from, to))];
  const rows = movements
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ at, pence, what, orderNumber, customerName, method }) => {
      const [year, monthOfYear, day] = londonDay(new Date(at)).split('-');
      const description = `${what}, ${METHOD_WORDS[method]}`;
      // A number, so that its minus is no formula.
      return [`${day}/${monthOfYear}/${year}`, pence / 100, customerName, description, orderNumber];
    });
  return `${BYTE_ORDER_MARK}${[COLUMNS, ...rows].map(formatRow).join('')}`;
}

async function findPayments(db: Kysely<Database>, from: string, to: string): Promise<Movement[]> {
  const rows = await db
    .selectFrom('orders')
    .select([
      'orderNumber',
      'customerName',
      'quantity',
      'paymentMethod as method',
      'paidAmount',
      PAID_AT.as('at'),
    ])
    .where('paymentStatus', '=', 'succeeded')
    .where('paidCurrency', '=', 'gbp')
    .where(PAID_AT, '>=', from)
    .where(PAID_AT, '<', to)
    .execute();
  return rows.map(({ quantity, paidAmount, ...row }) => ({
    ...row,
    pence: paidAmount,
    what: formatBoxes(quantity),
  }));
}

/** Money that has gone back. A refund that failed, and came back to the farm, is positive. */
async function findRefunds(db: Kysely<Database>, from: string, to: string): Promise<Movement[]> {
  const rows = await db
    .selectFrom('orderEvents')
    .innerJoin('orders', 'orders.id', 'orderEvents.orderId')
    .select([
      'orderNumber',
      'customerName',
      'paymentMethod as method',
      'before',
      'after',
      'orderEvents.createdAt as at',
    ])
    .where('kind', '=', 'refund')
    .where('orderEvents.createdAt', '>=', from)
    .where('orderEvents.createdAt', '<', to)
    .execute();
  const read = (pounds: string | null) => parsePounds(pounds ?? '0') ?? 0;
  return rows.map(({ before, after, ...row }) => ({
    ...row,
    pence: read(before) - read(after),
    what: 'Refund',
  }));
}
