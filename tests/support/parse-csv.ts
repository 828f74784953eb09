/** A reader of RFC 4180 that knows nothing of the writer. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (const row of text.matchAll(
    /((?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\r\n]*))*)\r\n/g,
  )) {
    const cells = [...(row[1] ?? '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)];
    rows.push(cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''));
  }
  return rows;
}
