/**
 * Normalises a parcel's tracking number to capitals and digits without spaces (`AB123456789GB`), or returns null if it
 * cannot be one. Carriers use different lengths; 8 to 30 characters with at least one digit covers them.
 */
export function parseTrackingNumber(text: string): string | null {
  const plain = text.replace(/[\s-]/g, '').toUpperCase();
  return /^(?=.*\d)[A-Z0-9]{8,30}$/.test(plain) ? plain : null;
}
