import { formatDay, parseDay } from '../dates.ts';

/** What happens to the orders of a week that the farm closes. */
export const WEEK_ACTIONS = ['move', 'refund'] as const;
export type WeekAction = (typeof WEEK_ACTIONS)[number];

/** `stopped` by a person; `done` once no order is waiting. */
export type WeekJobState = 'running' | 'stopped' | 'done';

/** Orders that a job would leave out, by reason. */
export interface LeftOutOrders {
  readonly reason: string;
  readonly orderNumbers: readonly string[];
}

/** What closing a week would do. */
export interface WeekPlan {
  readonly week: string;
  readonly isClosed: boolean;
  readonly orders: number;
  readonly boxes: number;
  /** Decimal string of pounds: what would go back to the cards of the buyers. */
  readonly refund: string;
  /** The numbers of those orders that were not paid by card: a job moves them, and refunds none of them. */
  readonly byHand: readonly string[];
  readonly leftOut: readonly LeftOutOrders[];
}

/** A job, as the farm asks for it. */
export interface WeekJobRequest {
  /** A UUID for this one job: sending it again after a lost response begins nothing twice. */
  readonly id: string;
  readonly action: WeekAction;
  /** The Monday of the week that orders move to. */
  readonly toWeek?: string | undefined;
  /** The farm's words to each buyer. */
  readonly note: string;
}

/** A job and how far it is. */
export interface WeekJob {
  readonly id: string;
  readonly week: string;
  readonly action: WeekAction;
  readonly toWeek: string | null;
  readonly person: string;
  readonly state: WeekJobState;
  /** Why it waits; null while all is well. */
  readonly trouble: string | null;
  readonly total: number;
  readonly done: number;
  readonly refused: readonly { readonly orderNumber: string; readonly reason: string }[];
}

/** A mail as the buyer gets it, in plain text. */
export interface MailPreview {
  readonly subject: string;
  readonly text: string;
}

export const LONGEST_NOTE = 1500;

/** What the farm writes to the buyers of a week that it closes, to be changed before it is sent. */
export function writeClosingNote(action: WeekAction, week: string, toWeek: string): string {
  const reason = `We are so sorry: snow has closed our lane, and we cannot cut and send branches in the week of ${nameMonday(week)}.`;
  return action === 'refund'
    ? `${reason} So we have cancelled your order, and every penny is on its way back to you. We were looking forward to packing it, and hope to do so next year.`
    : `${reason} So we have moved your order to the week of ${nameMonday(toWeek)}. If that is too late for you, just tell us and we will send your money back.`;
}

function nameMonday(monday: string): string {
  const day = parseDay(monday);
  return day === null ? monday : formatDay(day);
}
