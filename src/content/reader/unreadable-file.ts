/** A content file that cannot be parsed, with a message for its editor. */
export class UnreadableFile extends Error {
  readonly place: string;
  readonly found: string;
  readonly wanted: string;

  constructor(place: string, found: string, wanted: string) {
    super(wanted);
    this.place = place;
    this.found = found;
    this.wanted = wanted;
  }
}

export function firstLine(source: string): string {
  return source.trim().split('\n')[0] || 'nothing';
}
