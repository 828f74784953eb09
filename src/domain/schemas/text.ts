import { z } from 'zod';
import './field-meta.ts';
import { parseClockTime } from '../content/opening-hours.ts';
import { parseSize } from '../content/trees.ts';
import { parseDay } from '../dates.ts';
import { parsePrice } from '../money.ts';

// Each error completes the message "wanted: …", which `npm run content:check` prints.

/** Text for people of at most so many characters; not empty, and trimmed. */
export function textUpTo(most: number) {
  return z
    .string({ error: 'some words in quotes' })
    .max(most, sayMost(most))
    .refine((value) => value !== '' && value === value.trim(), 'some words, without spaces at either end');
}

function sayMost(most: number): string {
  return `at most ${most.toLocaleString('en-GB')} characters`;
}

/** A list that fits into one form. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.array(item).max(200, 'at most 200 of them');
}

/** A name, a heading, a line. */
export const text = textUpTo(500);

/** What pages show with its paragraphs, lists, bold words and links. */
export const words = textUpTo(5000).meta({ control: 'words' });

/** Longer lists of words take long to read. */
const MOST_LINES = 500;

/** The same: one paragraph, or several as a list, of at most so many characters together. */
export function paragraphsUpTo(most: number) {
  return z
    .union([textUpTo(most), listOf(textUpTo(most)).min(1)], {
      error: 'a paragraph, or a list of paragraphs',
    })
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .refine((value) => value.join('\n').split('\n').length <= MOST_LINES, `at most ${MOST_LINES} lines`)
    .refine((value) => value.reduce((sum, { length }) => sum + length, 0) <= most, sayMost(most))
    .meta({ control: 'paragraphs' });
}

/** An answer, or the description of something. */
export const paragraphs = paragraphsUpTo(5000);

/** Short texts, one on each line of a form. */
export const lines = listOf(text).min(1).meta({ description: 'One on each line.' });

/** A drawing of src/drawings or a photograph of content/images. */
export const image = text.meta({ title: 'Picture', control: 'picture' });

const imageAlt = text.meta({
  title: 'What the picture shows',
  description: 'In a few words, for people who cannot see it.',
});

/** A picture that must be there, and its description. */
export const picture = { image: image.meta({ describedBy: 'imageAlt' }), imageAlt };

/** A price such as `£34` or `£11.50`, in whole pence. */
export const price = z
  .string({ error: 'a price in quotes, such as "£40" or "£11.50"' })
  .transform((value, context) => {
    const pence = parsePrice(value);
    if (pence !== null) return pence;
    context.addIssue('a price such as £40 or £11.50, in digits');
    return z.NEVER;
  })
  .meta({ control: 'price' });

/** A day such as `2025-11-21`, in quotes, because YAML would turn it into a date with a time. */
export const day = z
  .string({ error: 'a day in quotes, such as "2025-11-21"' })
  .transform((value, context) => {
    const parsed = parseDay(value);
    if (parsed !== null) return parsed;
    context.addIssue('a day that exists, written year-month-day, such as 2025-11-21');
    return z.NEVER;
  })
  .meta({ control: 'day' });

/** A time of day such as `16:30`. */
export const clockTime = z
  .string({ error: 'a time in quotes, such as "16:30"' })
  .transform((value, context) => {
    const parsed = parseClockTime(value);
    if (parsed !== null) return parsed;
    context.addIssue('a time on the 24-hour clock, such as 09:00 or 16:30');
    return z.NEVER;
  })
  .meta({ control: 'time' });

/** A height such as `7ft`, `4-5ft` or `4ft to 15ft`, kept as written. */
export const size = text
  .refine((value) => parseSize(value) !== null, 'a height such as 7ft, 4-5ft or 4ft to 15ft')
  .meta({ title: 'Height', description: 'Such as 7ft, 4-5ft or 4ft to 15ft.' });

/** A record's position among others; those without a number come last. */
export const lastUnlessNumbered = z.int({ error: 'a whole number' }).default(1000).meta({
  title: 'Position among the others',
  description: '1 comes first. Without a number it comes last.',
});

const LONGEST_NAME = 100;
/** A map's address is long. */
const LONGEST_ADDRESS = 2000;

/** A name that other files use: lower-case letters, digits and hyphens. */
export const slug = z
  .string({ error: 'a short name such as trunk-trim' })
  .max(LONGEST_NAME, sayMost(LONGEST_NAME))
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a short name in small letters, digits and hyphens, such as trunk-trim')
  .meta({ control: 'slug' });

/** Something that a price list prices, such as `nordmann_fir`. */
export const treeType = z
  .string({ error: 'a short name such as nordmann_fir' })
  .max(LONGEST_NAME, sayMost(LONGEST_NAME))
  .regex(/^[a-z]+(_[a-z]+)*$/, 'a short name in small letters and underlines, such as nordmann_fir')
  .meta({ title: 'Kind of tree', control: 'tree-type' });

/** A link: a page, an anchor, a phone number, an e-mail address, https, or a `{link}`. */
export const href = z
  .string({ error: 'a link such as /visit' })
  .max(LONGEST_ADDRESS, sayMost(LONGEST_ADDRESS))
  .regex(
    /^(\/(?!\/)|#|tel:|mailto:|https:\/\/|\{links\.)\S*$/,
    'a link such as /visit, #prices, tel:…, mailto:…, https://… or {links.directions}',
  )
  .meta({ title: 'Where it leads', control: 'link' });

export const webAddress = z
  .string({ error: 'a web address in quotes' })
  .max(LONGEST_ADDRESS, sayMost(LONGEST_ADDRESS))
  .regex(/^https:\/\/[^\s/]+\.[^\s]+$/, 'a web address that begins with https://')
  .meta({ control: 'link' });
