/** Takes processor time. */
export function spin(ms: number): string {
  const until = performance.now() + ms;
  while (performance.now() < until);
  return `done after ${ms} ms`;
}

export function fail(words: string): never {
  throw new Error(words);
}
