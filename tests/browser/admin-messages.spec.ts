import type { Page } from '@playwright/test';
import { OFFICE_PAGES, type OfficePage } from '../../src/domain/office.ts';
import { changeDatabase } from '../support/admin-page.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { ADMIN_PASSWORD, expect, type Shop, test } from '../support/shop.ts';

// An invalid address gets a 422.
test.use({ expectedMessages: /422 \(Unprocessable/ });

const SCRIPT = '<script>document.title = "broken into"</script><img src=x onerror="document.title = 1">';
const LONG = `${'Norton-Fitzwarren-'.repeat(12)}\n`;

/** Signs in without the page's script. */
async function signIn(page: Page, shop: Shop): Promise<void> {
  const headers = { Origin: shop.url };
  const data = { password: ADMIN_PASSWORD };
  expect((await page.request.post(`${shop.url}/api/admin/sign-in`, { headers, data })).ok()).toBe(true);
}

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

// The service writes these pages, so a script changes nothing of them but their looks, which are looked at below.
test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('messages are read, marked, unmarked, moved to spam, found and answered', async ({ page, shop }) => {
    await signIn(page, shop);
    insertMessage(shop, 'one');
    insertMessage(shop, 'two', HOSTILE);
    await page.goto('/admin/packing');
    const menu = page.getByRole('navigation', { name: 'Farm office' });
    await expect(menu.getByRole('link')).toHaveText(
      Object.values(OFFICE_PAGES).flatMap((page: OfficePage) => page.label ?? []),
    );
    await menu.getByRole('link', { name: 'Messages' }).click();
    await expect(menu.locator('[aria-current="page"]')).toHaveText('Messages');
    await expect(page).toHaveTitle(/^2 new: /);
    const one = page.getByRole('article', { name: 'Message one' });
    await expect(one.getByText('Do you have one of ten feet?')).toBeVisible();
    await expect(page.getByRole('article').filter({ hasText: SCRIPT })).toHaveCount(1);
    await one.getByRole('button', { name: 'Mark as read', exact: true }).click();
    await expect(page.getByRole('status')).toContainText('The message from Anna Field is marked as read.');
    await expect(one).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(one).toBeVisible();
    await one.getByRole('button', { name: 'Spam' }).click();
    await page.getByRole('link', { name: 'Spam (1)' }).click();
    await one.getByRole('button', { name: 'Not spam' }).click();
    await expect(page.getByText('No spam.')).toBeVisible();
    await page.getByRole('link', { name: 'All (2)' }).click();
    await one.getByRole('button', { name: 'Mark as replied' }).click();
    await expect(one).toContainText('Replied on');
    await expect(page).toHaveURL(/#message-one$/);

    changeDatabase(shop, (sqlite) => sqlite.exec('DELETE FROM messages'));
    insertMessage(shop, 'one', {
      name: 'Sinéad O’Brien',
      read_at: '2025-11-20T10:00:00.000Z',
      search_words: ' sinead obrien ',
    });
    insertMessage(shop, 'two');
    await page.goto('/admin/messages');
    await page.getByLabel('Search the messages').fill("o'brien");
    await page.getByLabel('Search the messages').press('Enter');
    await expect(page.getByRole('article')).toHaveCount(1);
    await one.getByRole('link', { name: 'Answer Sinéad O’Brien' }).click();
    const answer = one.getByLabel('Your answer to Sinéad O’Brien');
    await expect(answer).toBeFocused();
    await one.getByRole('button', { name: 'Send the answer' }).click();
    await one.getByRole('link', { name: 'Please write an answer.' }).click();
    await expect(answer).toBeFocused();
    await answer.fill('Good morning! Our tallest are ten feet.');
    await one.getByRole('button', { name: 'Send the answer' }).click();
    await expect(page.getByRole('status')).toContainText(
      'Your answer to Sinéad O’Brien is going out by e-mail.',
    );
    await expect(one).toContainText('answered on');
    await expect(one).toContainText('Our tallest are ten feet.');
    await expect.poll(() => shop.output()).toContain('To: anna@example.com');
    expect(shop.output()).toContain('Re: Message one');
  });

  test('a failed e-mail is sent to a corrected address', async ({ page, shop }) => {
    await signIn(page, shop);
    insertMail(shop, 'one');
    await page.goto('/admin/mails');
    const one = page.getByRole('article', { name: 'Mail one' });
    await expect(one).toContainText('There seems to be no such mailbox.');
    await one.getByLabel('Another address').fill('anna@example');
    await one.getByRole('button', { name: 'Send to another address' }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await page.getByRole('alert').getByRole('link', { name: 'Please enter a valid email address.' }).click();
    await expect(one.getByLabel('Another address')).toBeFocused();
    await expect(one.getByLabel('Another address')).toHaveValue('anna@example');
    await one.getByLabel('Another address').fill('anna@example.com');
    await one.getByRole('button', { name: 'Send to another address' }).click();
    await expect(page.getByRole('status')).toContainText('The e-mail is going to the other address.');
    await expect.poll(() => shop.output()).toContain('To: anna@example.com');
    await page.reload();
    await expect(page.getByText('Nothing has failed, and nothing is waiting.')).toBeVisible();
  });
});

test('both pages look good with the longest and with hostile content', async ({ page, shop }) => {
  await signIn(page, shop);
  insertMessage(shop, 'one', { read_at: '2025-11-20T10:00:00.000Z' });
  insertMessage(shop, 'two', HOSTILE);
  insertMessage(shop, 'three', {
    ...HOSTILE,
    spam_reason: 'the hidden field was filled in',
    is_spam: 1,
  });
  const createdAt = '2025-11-20T10:00:00.000Z';
  insert(shop, 'message_answers', {
    id: 'a',
    message_id: 'two',
    text: HOSTILE.message,
    person: SCRIPT,
    person_id: 'owner',
    created_at: createdAt,
  });
  insertMail(shop, 'failed', { last_error: `550 ${LONG}`, recipient: `${LONG.trim()}@example.com` });
  insertMail(shop, 'waiting', {
    state: 'waiting',
    // A later time would be treated as a wrong clock.
    next_attempt_at: new Date(Date.now() + 3_600_000).toISOString(),
    subject: SCRIPT,
  });
  insertMail(shop, 'long', { subject: LONG });
  for (const path of [
    '/admin/messages?show=all',
    '/admin/messages?show=all&answer=two',
    '/admin/messages?show=all&q=norton',
    '/admin/messages?show=spam&done=spam&of=three',
    '/admin/mails',
  ]) {
    await page.goto(path);
    if (path === '/admin/mails') {
      await page.getByRole('button', { name: 'Send to another address' }).first().click();
      await expect(page.getByRole('alert')).toBeVisible();
    }
    await expect(page).not.toHaveTitle(/broken into/);
    await expectGoodLooks(page);
  }
});
