/**
 * What a frame with another company's widget may do, for the frame's attribute and the embedded page's own header:
 * everything that a booking needs, but neither take the visitor to another page nor, without `allow-same-origin`, be
 * of our origin. Windows that it opens are not bound by this, so that a payment works there.
 */
export const OWN_EMBED_SANDBOX = 'allow-forms allow-popups allow-popups-to-escape-sandbox allow-scripts';

/** For a frame with a page of another host, which has an origin of its own: that one, with its cookies and storage. */
export const FOREIGN_EMBED_SANDBOX = `${OWN_EMBED_SANDBOX} allow-same-origin`;
