import { expect, MESSAGE, test } from './test.ts';

test('a refused form comes back in the built page, with entries and messages', async ({ counter }) => {
  const response = await counter.postForm({
    ...MESSAGE,
    name: 'A',
    email: 'nobody',
    submissionId: 'abcd-1234',
  });
  expect(response.status).toBe(422);
  expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const page = await response.text();
  expect(page).toContain('<title>Error: Contact us</title>');
  expect(page).toMatch(/^<!doctype html><html>.*<header>Farm<\/header>/s);
  expect(page).toContain('<footer>End</footer>');
  expect(page.match(/<form/g)).toHaveLength(1);
  expect(page).toContain('<a href="#contact-name">Name must be at least 2 characters.</a>');
  expect(page).toContain('<a href="#contact-email">Please enter a valid email address.</a>');
  expect(page).toMatch(/name="name"[^>]*aria-invalid="true"[^>]*value="A"/);
  expect(page).toContain('value="nobody"');
  expect(page).toContain('value="A tall tree"');
  expect(page).toContain('Do you have one of ten feet?\nWith a stand?</textarea>');
  expect(page).toMatch(/value="phone" checked/);
  expect(page).not.toMatch(/value="email" checked/);
  expect(page).toContain('name="submissionId" value="abcd-1234"');
  expect(page).toMatch(/role="alert" tabindex="-1" autofocus/);
  expect(await counter.messages()).toEqual([]);
});

test('no entry can become markup in that page, in hidden or unknown fields too', async ({ counter }) => {
  const script = `"'><script>alert(1)</script></textarea><img src=x onerror=alert(1)><!--/contact-form-->`;
  const names = ['name', 'email', 'phone', 'subject', 'message', 'contactPreference'];
  const hidden = ['submissionId', 'startedAt', 'sentAt', 'homepage', script];
  const response = await counter.postForm(
    Object.fromEntries([...names, ...hidden].map((name) => [name, `${script}\u0000`])),
  );
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page.match(/&#60;script&#62;/g)?.length).toBe(9);
  expect(page).not.toMatch(/<script|<img|"'>/);
  expect(page.match(/<\/textarea>/g)).toHaveLength(1);
  expect(page.match(/<!--\/contact-form-->/g)).toHaveLength(1);
});

test('dollar signs and line feeds come back as they were entered', async ({ counter }) => {
  const response = await counter.postForm({ ...MESSAGE, name: '$', message: "\n$& $` $' $1" });
  const page = await response.text();
  // The parser drops the first line feed of a textarea.
  expect(page).toMatch(/<textarea[^>]*>\n\n\$&#38; \$` \$&#39; \$1<\/textarea>/);
});

test('a form that could not be stored comes back with 503 and every entry', async ({ counter }) => {
  counter.database.sqlite.pragma('query_only = ON');
  const response = await counter.postForm(MESSAGE);
  counter.database.sqlite.pragma('query_only = OFF');
  expect(response.status).toBe(503);
  const page = await response.text();
  expect(page).toContain('Something went wrong');
  expect(page).toContain('Your message couldn&#39;t be sent. Please try again.');
  for (const entry of ['Anna Müller', 'anna@senders.example.com', 'A tall tree', 'With a stand?']) {
    expect(page).toContain(entry);
  }
  expect(page).not.toContain('aria-invalid');
  expect(counter.logged.join()).toContain('storage failed');
});

test('a visitor over the limit gets the page with every entry and the wait', async ({ counter }) => {
  counter.limit.isReached = true;
  const form = await counter.postForm(MESSAGE);
  expect(form.status).toBe(429);
  expect(form.headers.get('Retry-After')).toBe('7');
  const page = await form.text();
  expect(page).toContain('Something went wrong');
  expect(page).toContain('value="A tall tree"');
  const json = await counter.postJson(MESSAGE);
  expect(json.status).toBe(429);
  expect(await counter.messages()).toEqual([]);
});

test('a form beyond all measure is answered with a page', async ({ counter }) => {
  const response = await counter.postForm({ ...MESSAGE, message: 'x'.repeat(200_000) });
  expect(response.status).toBe(413);
  expect(await response.text()).toContain('Please shorten it.');
});
