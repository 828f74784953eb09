/**
 * Whether mail can be sent there, as far as its spelling tells. The pattern is the one that zod uses by default. In a
 * file of its own, so that the contact form does not carry the rules of an order.
 */
export function isEmailAddress(text: string): boolean {
  return /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(text);
}
