import styles from './kept-notice.css?inline';

/**
 * Shows a notice over the page and announces it. Its style is loaded here because few pages need it. The security
 * policy does not allow a style element.
 */
export function showKeptNotice(...content: (string | Node)[]): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  const region = document.createElement('div');
  region.role = 'status';
  document.body.append(region);
  const notice = document.createElement('p');
  notice.className = 'kept-notice';
  notice.append(...content);
  // Delayed, because screen readers do not announce what a live region already contains when it appears.
  setTimeout(() => region.append(notice));
}
