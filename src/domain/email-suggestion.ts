/**
 * Suggests corrections to misspelt e-mail addresses. Most mistakes are slips in a few very common domains, and the
 * confirmation of an order would go astray.
 */

/** The usual domains of British mailboxes. A slip is corrected to one of them. */
const COMMON = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'live.com',
  'live.co.uk',
  'yahoo.com',
  'yahoo.co.uk',
  'icloud.com',
  'me.com',
  'msn.com',
  'aol.com',
  'sky.com',
  'btinternet.com',
  'talktalk.net',
  'virginmedia.com',
  'ntlworld.com',
  'blueyonder.co.uk',
  'tiscali.co.uk',
  'protonmail.com',
];

/** Valid domains that are similar to one of the others. */
const ALSO_KNOWN = [
  'aol.co.uk',
  'email.com',
  'fastmail.com',
  'gmx.co.uk',
  'gmx.com',
  'mac.com',
  'mail.com',
  'o2.co.uk',
  'proton.me',
  'rocketmail.com',
  'ymail.com',
];

/** Companies with one e-mail domain only, so that another ending is a slip. */
const ONE_DOMAIN = ['gmail.com', 'icloud.com', 'btinternet.com', 'virginmedia.com'];

/** A domain of this length is seldom one letter away from somebody else's. */
const LONG_ENOUGH = 9;
const VERY_LONG = 12;

/** The address that was probably meant (`ann@gmail.com` for `ann@gmial.com`); null if nothing looks like a slip. */
export function suggestEmail(typed: string): string | null {
  const at = typed.lastIndexOf('@');
  const domain = typed
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || [...COMMON, ...ALSO_KNOWN].includes(domain)) return null;
  const meant =
    ONE_DOMAIN.find((known) => nameOf(known) === nameOf(domain)) ??
    COMMON.find((known) => isSlip(domain, known, 1)) ??
    COMMON.find((known) => isSlip(domain, known, 2));
  return meant === undefined ? null : `${typed.slice(0, at).trim()}@${meant}`;
}

function isSlip(domain: string, known: string, slips: 1 | 2): boolean {
  if (countSlips(domain, known) !== slips) return false;
  const [ending, meant] = [endingOf(domain), endingOf(known)];
  // Other countries' endings are two letters from ours, or shorter: of two slips, the ending may have one, as in `.con`.
  if (slips === 2 && ending !== meant)
    return known.length >= LONG_ENOUGH && ending.length === meant.length && countSlips(ending, meant) === 1;
  return known.length >= (slips === 1 ? LONG_ENOUGH : VERY_LONG) || nameOf(domain) === nameOf(known);
}

function nameOf(domain: string): string {
  return domain.split('.', 1)[0] ?? '';
}

function endingOf(domain: string): string {
  return domain.slice(nameOf(domain).length);
}

/**
 * Counts letters that are added, missing, changed, or swapped with their neighbour (the optimal string alignment
 * distance).
 */
export function countSlips(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          cell(last, column) + 1,
          cell(current, column - 1) + 1,
          cell(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? cell(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return cell(last, other.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
