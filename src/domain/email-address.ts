/**
 * Whether the spelling is that of an e-mail address. The pattern is zod's default. It is in its own file, so that the
 * contact form does not load the rules of an order.
 */
export function isEmailAddress(text: string): boolean {
  return /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(text);
}
