/**
 * The sandbox of a frame with a third party's widget, for the frame's attribute and the embedded page's header. It
 * allows everything that a booking needs. It cannot take the visitor to another page and, without `allow-same-origin`,
 * does not share our origin. Windows that it opens are not sandboxed, so that payments work in them.
 */
export const OWN_EMBED_SANDBOX = 'allow-forms allow-popups allow-popups-to-escape-sandbox allow-scripts';

/** For a frame with another host's page, which keeps its own origin, cookies and storage. */
export const FOREIGN_EMBED_SANDBOX = `${OWN_EMBED_SANDBOX} allow-same-origin`;
