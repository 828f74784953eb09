/** A failure that the person who started the build can mend: its message is all they need, without a stack. */
export class BuildError extends Error {
  override name = 'BuildError';
}
