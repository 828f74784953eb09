/**
 * A parcel's tracking number in its plain form, capitals and digits without spaces (`AB123456789GB`), or null for
 * what cannot be one. Carriers differ in length; 8 to 30 characters with at least one digit covers those in use.
 */
export function parseTrackingNumber(text: string): string | null {
  const plain = text.replace(/[\s-]/g, '').toUpperCase();
  return /^(?=.*\d)[A-Z0-9]{8,30}$/.test(plain) ? plain : null;
}
