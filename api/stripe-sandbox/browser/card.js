const NOT_DIGITS = /\D/g;

/** The Luhn check that every card number passes. */
export function passesLuhn(digits) {
  let sum = 0;
  [...digits].reverse().forEach((digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}

/** `4242 4242 4242 4242` */
export function formatNumber(value) {
  const digits = value.replace(NOT_DIGITS, '').slice(0, 16);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** `04 / 30` of `430`, `0430`, `04/2030` and the like. */
export function formatExpiry(value) {
  const padded = value.replace(/^\s*([2-9])/, '0$1').replace(/^\s*(\d)\s*\//, '0$1/');
  const digits = padded
    .replace(NOT_DIGITS, '')
    .replace(/^(\d\d)20(\d\d)$/, '$1$2')
    .slice(0, 4);
  return digits.length < 3 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/**
 * The errors of a card as entered, by field, in Stripe's words.
 * @returns {Record<string, { code: string, message: string } | undefined>}
 */
export function findCardProblems(entries, today = new Date()) {
  const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map((name) =>
    entries[name].replace(NOT_DIGITS, ''),
  );
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
  const problems = {};
  if (number.length < 16) {
    problems.number = { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  } else if (!passesLuhn(number)) {
    problems.number = { code: 'invalid_number', message: 'Your card number is invalid.' };
  }
  if (expiry.length < 4 || month > 12 || month < 1) {
    problems.expiry = { code: 'incomplete_expiry', message: "Your card's expiry date is incomplete." };
  } else if (new Date(year, month) <= today) {
    problems.expiry = {
      code: 'invalid_expiry_month_past',
      message: "Your card's expiry date is in the past.",
    };
  }
  if (cvc.length !== 3) {
    problems.cvc = { code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
  }
  return problems;
}
