import { expect, test } from '@playwright/test';
import { suggestEmail } from '../../src/domain/email-suggestion.ts';

test('a mistake in a common domain is found, and the part before the @ is kept', () => {
  const slips = {
    'gmial.com': 'gmail.com',
    'gmai.com': 'gmail.com',
    'gmaill.com': 'gmail.com',
    'gmail.con': 'gmail.com',
    'gmail.co.uk': 'gmail.com',
    'GMAIL.CO': 'gmail.com',
    'hotmial.com': 'hotmail.com',
    'hotmail.co.u': 'hotmail.co.uk',
    'hormal.co.uk': 'hotmail.co.uk',
    'hotmail.cm': 'hotmail.com',
    'outlok.com': 'outlook.com',
    'yaho.co.uk': 'yahoo.co.uk',
    'iclod.com': 'icloud.com',
    'btinternet.co.uk': 'btinternet.com',
    'btinterent.com': 'btinternet.com',
    'virginmeida.com': 'virginmedia.com',
    'sky.con': 'sky.com',
    'gmial.con': 'gmail.com',
    'hotmial.co.ul': 'hotmail.co.uk',
    'outlok.vom': 'outlook.com',
  };
  for (const [typed, meant] of Object.entries(slips)) {
    expect(suggestEmail(`ann.Lee+box@${typed}`), typed).toBe(`ann.Lee+box@${meant}`);
  }
});

test('a domain that is right, or somebody else’s, is left alone', () => {
  const right = [
    ...['gmail.com', 'Gmail.com', 'googlemail.com', 'mail.com', 'ymail.com', 'email.com', 'fastmail.com'],
    ...['hotmail.co.uk', 'hotmail.fr', 'hotmail.co.jp', 'yahoo.ca', 'yahoo.co.in', 'outlook.de', 'live.ca'],
    ...['me.com', 'mac.com', 'aol.com', 'we.com', 'love.com', 'sly.com', 'proton.me', 'example.com'],
    ...['farm.example.com', 'somerset.gov.uk', 'localhost', 'mail.co'],
  ];
  for (const domain of right) expect(suggestEmail(`ann@${domain}`), domain).toBeNull();
  for (const none of ['', 'ann', '@gmial.com', 'gmial.com']) expect(suggestEmail(none), none).toBeNull();
});
