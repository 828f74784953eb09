const DIGITS = /\D/g;

/** The Luhn check that every card number passes. */
function passesLuhn(digits) {
  let sum = 0;
  [...digits].reverse().forEach((digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}

function isAmex(digits) {
  return /^3[47]/.test(digits);
}

/** `4242 4242 4242 4242`, and 4-6-5 for American Express. */
export function formatNumber(value) {
  const digits = value.replace(DIGITS, '').slice(0, isAmex(value.replace(DIGITS, '')) ? 15 : 16);
  const groups = isAmex(digits)
    ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/
    : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?/;
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ');
}

/** `04 / 30` of `430`, `0430`, `04/2030` and the like. */
export function formatExpiry(value) {
  const padded = value.replace(/^\s*([2-9])/, '0$1').replace(/^\s*(\d)\s*\//, '0$1/');
  const digits = padded
    .replace(DIGITS, '')
    .replace(/^(\d\d)20(\d\d)$/, '$1$2')
    .slice(0, 4);
  return digits.length < 3 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/**
 * The errors of a card as entered, by field, in Stripe's words.
 * @returns {Record<string, { code: string, message: string } | undefined>}
 */
export function findCardProblems({ number, expiry, cvc }, today = new Date()) {
  return {
    number: findNumberProblem(number.replace(DIGITS, '')),
    expiry: findExpiryProblem(expiry.replace(DIGITS, ''), today),
    cvc: findCvcProblem(cvc.replace(DIGITS, ''), isAmex(number.replace(DIGITS, '')) ? 4 : 3),
  };
}

function findNumberProblem(digits) {
  if (digits.length < (isAmex(digits) ? 15 : 16)) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  if (!passesLuhn(digits)) return { code: 'invalid_number', message: 'Your card number is invalid.' };
  return undefined;
}

function findExpiryProblem(digits, today) {
  if (digits.length < 4 || Number(digits.slice(0, 2)) > 12 || Number(digits.slice(0, 2)) < 1) {
    return { code: 'incomplete_expiry', message: "Your card's expiry date is incomplete." };
  }
  const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))];
  if (year < today.getFullYear()) {
    return { code: 'invalid_expiry_year_past', message: "Your card's expiry year is in the past." };
  }
  if (year === today.getFullYear() && month < today.getMonth() + 1) {
    return { code: 'invalid_expiry_month_past', message: "Your card's expiry date is in the past." };
  }
  return undefined;
}

function findCvcProblem(digits, length) {
  if (digits.length === length) return undefined;
  return { code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
}

/** The `card` of a payment method's parameters. */
export function describeCard({ number, expiry, cvc }) {
  const [month, year] = expiry.split('/').map((part) => part.trim());
  return { number: number.replace(DIGITS, ''), exp_month: month, exp_year: `20${year}`, cvc };
}
