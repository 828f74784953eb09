import type { Context } from 'hono';
import { z } from 'zod';
import { checkContactMessage } from '#domain/contact/contact-message.ts';
import { HIDDEN_FIELDS, SUBMISSION_ID } from '#domain/contact/messages.ts';
import { type Entries, readJson } from '../http/request-body.ts';
import { type Result, refuse } from '../http/result.ts';
import type { ContactSubmission } from './store-message.ts';

/** The longest message in the most expensive characters (nine bytes, percent-encoded), and the other fields. */
export const CONTACT_LIMIT_BYTES = 64 * 1024;

/** Reads a form post. Invalid hidden fields are ignored, because visitors could not correct them. */
export function readFormSubmission(entries: Entries): Result<ContactSubmission> {
  const checked = checkContactMessage(entries);
  if (!checked.ok) return refuse({ code: 'invalid_fields', fields: checked.errors });
  const submissionId = entries[HIDDEN_FIELDS.submissionId] ?? '';
  return {
    ok: true,
    value: {
      message: checked.message,
      submissionId: SUBMISSION_ID.test(submissionId) ? submissionId : undefined,
      signs: readSigns(entries),
    },
  };
}

export async function readJsonSubmission(c: Context): Promise<Result<ContactSubmission>> {
  const body = await readJson(c, z.unknown(), CONTACT_LIMIT_BYTES);
  if (!body.ok) return body;
  if (!isRecord(body.value)) return refuse({ code: 'malformed_body' });
  const checked = checkContactMessage(body.value);
  if (!checked.ok) return refuse({ code: 'invalid_fields', fields: checked.errors });
  const submissionId = body.value[HIDDEN_FIELDS.submissionId] ?? undefined;
  if (submissionId !== undefined && !(typeof submissionId === 'string' && SUBMISSION_ID.test(submissionId))) {
    const message = 'The submission id must be 8 to 64 letters, digits and hyphens.';
    return refuse({ code: 'invalid_fields', fields: { [HIDDEN_FIELDS.submissionId]: message } });
  }
  return { ok: true, value: { message: checked.message, submissionId, signs: readSigns(body.value) } };
}

function readSigns(entries: Readonly<Record<string, unknown>>): ContactSubmission['signs'] {
  const honeypot = entries[HIDDEN_FIELDS.honeypot] ?? '';
  return {
    honeypot: typeof honeypot === 'string' ? honeypot : 'not text',
    startedAt: readMilliseconds(entries[HIDDEN_FIELDS.startedAt]),
    sentAt: readMilliseconds(entries[HIDDEN_FIELDS.sentAt]),
  };
}

function readMilliseconds(value: unknown): number | undefined {
  const isWritten = typeof value === 'number' || (typeof value === 'string' && /^\d{1,16}$/.test(value));
  return isWritten && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
