import { expect, test } from '@playwright/test';
import { readFailure } from '../../src/browser/admin-order-calls.ts';
import { ApiError } from '../../src/browser/api-client.ts';
import { readMessage } from '../../src/browser/complete-order.ts';
import { describePasskeyFailure } from '../../src/browser/passkeys.ts';
import { describeFailure } from '../../src/islands/admin/bulk/BulkOutcome.tsx';

const answer = (body: string, status = 503) => new ApiError(new Response(null, { status }), body);

test('the service’s own message is always shown, with or without a code', () => {
  for (const body of [{ error: 'Not now.' }, { error: 'Not now.', code: 'storage_unavailable' }]) {
    const error = answer(JSON.stringify(body));
    expect(readFailure(error).message).toBe('Not now.');
    expect(readMessage(error)).toBe('Not now.');
    expect(describePasskeyFailure(error)).toBe('Not now.');
    expect(describeFailure(error)).toBe('Not now.');
  }
});

test('other responses of a server or a proxy are not shown', () => {
  for (const body of ['', '<h1>Bad Gateway</h1>', '{"error":""}', '{"error":{"text":"no"}}', '"no"']) {
    const error = answer(body, 502);
    expect(error.error).toBeUndefined();
    expect(readFailure(error).message).toMatch(/^That did not work\./);
    expect(describePasskeyFailure(error)).toMatch(/^The passkey did not work\./);
    expect(describeFailure(error)).toMatch(/^That did not go through\./);
  }
});
