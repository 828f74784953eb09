import { readFileSync } from 'node:fs';

/**
 * The farm's mark, `public/favicon.svg` in 88 pixels, as a part of a mail: a picture from the site would be blocked.
 * Without a file name, and inline, so that mail programs list no attachment.
 */
const CID = 'mark@mail';
const PICTURE = {
  cid: CID,
  content: readFileSync(new URL('mark.png', import.meta.url)),
  contentType: 'image/png',
  contentDisposition: 'inline',
  filename: false,
} as const;

/** Its address in the HTML of a mail. */
export const MARK_SRC = `cid:${CID}`;

/** What a mail with this HTML carries besides its words. The outbox keeps the address only. */
export function listPictures(html: string): (typeof PICTURE)[] {
  return html.includes(MARK_SRC) ? [PICTURE] : [];
}
