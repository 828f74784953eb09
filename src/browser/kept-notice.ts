import styles from './kept-notice.css?inline';

/**
 * Shows a notice over the page, and reads it out. Its style is added here, because few pages ever show one; a style
 * element would be against the page's security policy.
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
  // A moment later, because what such a region already holds when it appears is not read out.
  setTimeout(() => region.append(notice));
}
