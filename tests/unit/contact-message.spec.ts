import { expect, test } from '@playwright/test';
import { checkContactMessage } from '../../src/domain/contact/contact-message.ts';
import { CONTACT_FIELDS, CONTACT_FORM } from '../../src/domain/contact/messages.ts';
import { EMPTY_CONTACT_FORM, renderContactForm } from '../../src/forms/contact-form.ts';
import { escapeHtml, Html, html } from '../../src/forms/html.ts';

const GOOD = {
  name: 'Jo',
  email: 'jo@example.com',
  phone: 'after six: 01632 960 000 ext. 4',
  subject: 'Hi',
  message: 'Ten signs.',
  contactPreference: 'phone',
};

// Word for word from section 5 of the specification.
const SENTENCES = {
  name: 'Name must be at least 2 characters.',
  email: 'Please enter a valid email address.',
  subject: 'Subject must be at least 2 characters.',
  message: 'Message must be at least 10 characters.',
  contactPreference: 'Please select a contact preference.',
};

const errorsOf = (changes: Record<string, unknown>) => {
  const checked = checkContactMessage({ ...GOOD, ...changes });
  return checked.ok ? {} : checked.errors;
};

test('the shortest message of section 5 is accepted', () => {
  expect(checkContactMessage(GOOD)).toEqual({ ok: true, message: GOOD });
});

for (const [field, message] of Object.entries(SENTENCES)) {
  test(`${field} that is missing, empty, too short or not text gets the specified message`, () => {
    const wrong: unknown[] = [' ', 'x', 5, null, true, [], ['a', 'b'], {}, { toString: 'x' }, Number.NaN];
    // If missing, it is the default of section 3.
    if (field !== 'contactPreference') wrong.push(undefined);
    for (const value of wrong)
      expect(errorsOf({ [field]: value }), JSON.stringify(value)).toEqual({ [field]: message });
  });
}

test('spaces do not count, and each field gets its message at once', () => {
  expect(errorsOf({ name: ' J ', subject: '  H', message: '  nine sig ' })).toEqual({
    name: SENTENCES.name,
    subject: SENTENCES.subject,
    message: SENTENCES.message,
  });
  const checked = checkContactMessage({});
  expect(checked.ok ? [] : Object.keys(checked.errors)).toEqual(['name', 'email', 'subject', 'message']);
});

test('the phone number may be anything or missing', () => {
  for (const phone of [undefined, null, '', '  ']) {
    const checked = checkContactMessage({ ...GOOD, phone });
    expect(checked.ok && checked.message.phone, String(phone)).toBeUndefined();
  }
  expect(errorsOf({ phone: 'no format at all' })).toEqual({});
  expect(errorsOf({ phone: 7 })).toEqual({ phone: 'Please check the phone number.' });
});

test('the preference is e-mail by default', () => {
  const { contactPreference: _, ...rest } = GOOD;
  const checked = checkContactMessage(rest);
  expect(checked.ok && checked.message.contactPreference).toBe('email');
  expect(errorsOf({ contactPreference: 'pigeon' })).toEqual({
    contactPreference: SENTENCES.contactPreference,
  });
});

for (const field of ['name', 'email', 'phone', 'subject', 'message'] as const) {
  test(`${field} has a maximum length, and the message names it`, () => {
    const end = field === 'email' ? '@example.com' : '';
    const longest = CONTACT_FORM[field].longest;
    const local = (length: number) => 'x'.repeat(length - end.length) + end;
    expect(errorsOf({ [field]: local(longest) })).toEqual({});
    expect(errorsOf({ [field]: local(longest + 1) })[field]).toMatch(
      new RegExp(`^Please shorten ‘.*’ to ${longest.toLocaleString('en-GB')} characters: it has [\\d,]+\\.$`),
    );
  });
}

test('a message has exactly the six fields', () => {
  const checked = checkContactMessage(
    JSON.parse(JSON.stringify(GOOD).replace('{', '{"__proto__":{"a":1},"b":2,')),
  );
  expect(checked).toEqual({ ok: true, message: GOOD });
  expect(Object.keys(checked.ok ? checked.message : {}).sort()).toEqual([...CONTACT_FIELDS].sort());
});

test('text is escaped in markup, and markup is not', () => {
  expect(escapeHtml(`<b title="x" id='y'>&amp;`)).toBe(
    '&#60;b title=&#34;x&#34; id=&#39;y&#39;&#62;&#38;amp;',
  );
  expect(
    String(html`<i a="${'"'}">${'<b>'}${html`<u>${'<'}</u>`}${[html`<p>`, '>']}${null}${false}${0}</i>`),
  ).toBe('<i a="&#34;">&#60;b&#62;<u>&#60;</u><p>&#62;0</i>');
  expect(() => new Html(Symbol('html'), '<script>')).toThrow(TypeError);
  const forged = { toString: () => '<script>' } as unknown as string;
  expect(() => String(html`${forged}`)).toThrow();
});

test('the empty form shows no errors and takes no focus', () => {
  const form = renderContactForm(EMPTY_CONTACT_FORM);
  expect(form).not.toMatch(/autofocus|aria-invalid|class="error"|class="summary"/);
  for (const field of CONTACT_FIELDS) expect(form, field).toContain(`name="${field}"`);
});
