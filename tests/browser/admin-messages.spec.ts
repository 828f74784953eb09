import { OFFICE_PAGES, type OfficePage } from '../../src/domain/office.ts';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, type Shop, test } from '../support/shop.ts';

// An invalid address gets a 422.
test.use({ expectedMessages: /422 \(Unprocessable/ });

const SCRIPT = '<script>document.title = "broken into"</script><img src=x onerror="document.title = 1">';
const LONG = `${'Norton-Fitzwarren-'.repeat(12)}\n`;

type Table = 'messages' | 'message_answers' | 'outbox';

function insert(shop: Shop, table: Table, row: Record<string, string | number | null>): void {
  const names = Object.keys(row);
  changeDatabase(shop, (sqlite) => {
    const values = names.map((name) => `@${name}`).join(', ');
    sqlite.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values})`).run(row);
  });
}

function insertMessage(shop: Shop, id: string, changes: Record<string, string | number | null> = {}): void {
  insert(shop, 'messages', {
    id,
    name: 'Anna Field',
    email: 'anna@example.com',
    phone: '01632 960123',
    subject: `Message ${id}`,
    message: 'Do you have one\nof ten feet?',
    contact_preference: 'email',
    created_at: '2025-11-20T09:30:00.000Z',
    ...changes,
  });
}

function insertMail(shop: Shop, id: string, changes: Record<string, string | number | null> = {}): void {
  insert(shop, 'outbox', {
    id,
    kind: 'contact_message',
    subject_id: id,
    recipient: 'anna@exmaple.com',
    subject: `Mail ${id}`,
    text_body: 'Words',
    html_body: '<p>Words</p>',
    mime_message_id: `<${id}@trees.example.com>`,
    state: 'failed',
    attempts: 1,
    next_attempt_at: '2025-11-20T09:30:00.000Z',
    last_error: "Can't send mail - all recipients were rejected: 550 5.1.1 No such user",
    created_at: '2025-11-20T09:30:00.000Z',
    ...changes,
  });
}

const HOSTILE = {
  name: SCRIPT,
  email: `${SCRIPT}@example.com`,
  phone: SCRIPT,
  subject: SCRIPT,
  message: `${SCRIPT}\n${LONG}`,
};

// tests/api/admin has what these pages say and do; here they are looked at, with the longest and with hostile content.
test('messages are marked, searched and answered, and failed e-mails corrected', async ({ page, shop }) => {
  insertMessage(shop, 'one', { name: 'Sinéad O’Brien', search_words: ' sinead obrien ' });
  insertMessage(shop, 'two', HOSTILE);
  insertMessage(shop, 'three', { ...HOSTILE, spam_reason: 'the hidden field was filled in', is_spam: 1 });
  insert(shop, 'message_answers', {
    id: 'a',
    message_id: 'two',
    text: HOSTILE.message,
    person: SCRIPT,
    person_id: 'owner',
    created_at: '2025-11-20T10:00:00.000Z',
  });
  await openSignedIn(page);
  const menu = page.getByRole('navigation', { name: 'Farm office' });
  await expect(menu.getByRole('link')).toHaveText(
    Object.values(OFFICE_PAGES).flatMap(({ label }: OfficePage) =>
      label === 'Messages' ? 'Messages 2 to read' : (label ?? []),
    ),
  );
  await menu.getByRole('link', { name: 'Messages' }).click();
  await expect(menu.locator('[aria-current="page"]')).toHaveText('Messages 2 to read');
  await expect(page).toHaveTitle(/^2 new: /);
  await expectGoodLooks(page);
  const one = page.getByRole('article', { name: 'Message one' });
  await page.getByRole('link', { name: /^Spam \(/ }).click();
  await page.waitForURL(/spam/);
  await page.getByRole('link', { name: /^All \(/ }).click();
  await one.getByRole('link', { name: 'Answer Sinéad O’Brien' }).click();
  const answer = one.getByLabel('Your answer to Sinéad O’Brien');
  await expect(answer).toBeFocused();
  await one.getByRole('button', { name: 'Send the answer' }).click();
  await one.getByRole('link', { name: 'Please write an answer.' }).click();
  await expect(answer).toBeFocused();
  await answer.fill('Good morning! Our tallest are ten feet.');
  await one.getByRole('button', { name: 'Send the answer' }).click();
  await expect(one).toContainText('Our tallest are ten feet.');
  await expect.poll(() => shop.output()).toContain('Re: Message one');

  insertMail(shop, 'failed', { last_error: `550 ${LONG}`, recipient: `${LONG.trim()}@example.com` });
  insertMail(shop, 'one');
  insertMail(shop, 'waiting', {
    state: 'waiting',
    // A later time would be treated as a wrong clock.
    next_attempt_at: new Date(Date.now() + 3_600_000).toISOString(),
    subject: SCRIPT,
  });
  await page.goto('/admin/mails');
  const mail = page.getByRole('article', { name: 'Mail one' });
  await mail.locator('summary').click();
  await mail.getByLabel('Another address').fill('anna@example');
  await mail.getByRole('button', { name: 'Send to another address' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Please enter a valid email address.' }).click();
  await expect(mail.getByLabel('Another address')).toBeFocused();
  await expect(mail.getByLabel('Another address')).toHaveValue('anna@example');
  await expectGoodLooks(page);
  await mail.getByLabel('Another address').fill('anna@example.com');
  await mail.getByRole('button', { name: 'Send to another address' }).click();
  await expect(page.getByRole('status')).toContainText('The e-mail is going to the other address.');
  await expect.poll(() => shop.output()).toContain('Mail one');
  await expect(page).not.toHaveTitle(/broken into/);
});
