/**
 * A random UUID (version 4). It also works where `crypto.randomUUID` is missing: on plain http, as on a home network.
 */
export function createUuid(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte, index) => {
    // RFC 9562: the version is in the seventh byte, the variant in the ninth.
    const fixed = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return fixed.toString(16).padStart(2, '0');
  }).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
