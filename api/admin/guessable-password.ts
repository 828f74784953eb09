/** What people begin with, and what guessing begins with. */
const COMMON =
  /^(password|passwort|qwert|asdf|admin|letmein|welcome|iloveyou|monkey|dragon|football|liverpool|arsenal|christmas|abc|000|111|123|changeme|secret)/i;
const LEAST_LENGTH = 12;
/** So long that it is several words, which need not be strange ones. */
const PHRASE_LENGTH = 20;
const LEAST_DIFFERENT = 6;

/**
 * Whether a password would fall to guessing. Length counts, not strange signs (NIST SP 800-63B).
 * @param names what everybody knows: of the farm, and of whose password it is
 */
export function isGuessable(password: string, names: readonly string[]): boolean {
  const plain = password.toLowerCase().replace(/[^a-z0-9]/g, '');
  const words = names.flatMap((name) => name.toLowerCase().match(/[a-z]{5,}/g) ?? []);
  // Without what anybody would try first, is enough of it left?
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain.replace(COMMON, ''));
  return (
    password.length < LEAST_LENGTH ||
    new Set(plain).size < LEAST_DIFFERENT ||
    (password.length < PHRASE_LENGTH && rest.length < LEAST_LENGTH - 2 && rest.length < plain.length) ||
    isRow(plain)
  );
}

/** One stretch said again and again, or signs that follow each other. */
function isRow(text: string): boolean {
  if (/^(.{1,6})\1+$/.test(text)) return true;
  const steps = [...text].slice(1).map((sign, index) => sign.charCodeAt(0) - text.charCodeAt(index));
  return steps.filter((step) => Math.abs(step) <= 1).length > steps.length * 0.8;
}
