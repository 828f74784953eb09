/** A part of a domain's name (RFC 1034). */
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';

/**
 * Whether the spelling is that of an e-mail address: as browsers have it (the HTML standard, "valid email address"), with
 * one dot at least in the domain. It is in its own file, so that the contact form does not load the rules of an order.
 */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text);
}

const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);
