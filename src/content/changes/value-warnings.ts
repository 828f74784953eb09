import { fillTokens, findTokens } from '#domain/content/tokens.ts';
import { parsePrice } from '#domain/money.ts';
import type { ContentChange } from './list-changes.ts';

const LARGEST_CHANGE_PERCENT = 30;

/** What looks like a mistake in one new value, or nothing. */
export function findValueWarning(change: ContentChange): string | undefined {
  if (typeof change.new !== 'string') return undefined;
  return findPriceWarning(change.old, change.new) ?? findStrayBrace(change.new);
}

function findPriceWarning(old: unknown, now: string): string | undefined {
  const price = parsePrice(now);
  if (price === null) return undefined;
  if (price === 0) return 'the price is £0';
  const oldPrice = typeof old === 'string' ? parsePrice(old) : null;
  if (oldPrice === null || Math.abs(price - oldPrice) * 100 <= oldPrice * LARGEST_CHANGE_PERCENT)
    return undefined;
  return `${old} to ${now} is more than ${LARGEST_CHANGE_PERCENT} % ${price > oldPrice ? 'dearer' : 'cheaper'}`;
}

function findStrayBrace(text: string): string | undefined {
  const withoutTokens = fillTokens(text, new Map(findTokens(text).map((name) => [name, ''])));
  const at = withoutTokens.search(/[{}]/);
  if (at === -1) return undefined;
  const around = withoutTokens.slice(Math.max(0, at - 15), at + 25);
  return `a brace that belongs to no token would be shown as it is: ${around}`;
}
