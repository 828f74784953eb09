/** Small letters, digits and hyphens: `What do you do?` becomes `what-do-you-do`. */
export function toSlug(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/[\u0300-\u036f’']/g, '');
  const words = plain.toLowerCase().split(/[^a-z0-9]+/);
  return words.filter(Boolean).join('-').slice(0, 60).replace(/-$/, '');
}
