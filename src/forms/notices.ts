import type { TimedNotice } from '#domain/content/notices.ts';
import { html } from './html.ts';

/**
 * The farm's notices at the top of its public pages. The build writes those of its time, and the service those of now
 * (api/site/fill-site.ts), in the same markup. Empty without notices.
 *
 * Their script runs before the first paint, so that nothing jumps, and hides what is not on. It is short because each
 * page with a notice has it.
 */
export function renderNotices(notices: readonly TimedNotice[]): string {
  if (notices.length === 0) return '';
  const lines = notices.map(
    ({ from, until, days, text }) =>
      html`<p class="wrap" data-from="${from}" data-until="${until}"><strong>${days}</strong>${text}</p>`,
  );
  return String(
    html`<aside class="notices" aria-label="Notices">${lines}<script>{const a=document.currentScript.parentElement,n=Date.now();for(const p of a.querySelectorAll("p"))p.hidden=n<Date.parse(p.dataset.from)||n>=Date.parse(p.dataset.until);a.hidden=!a.querySelector("p:not([hidden])")}</script></aside>`,
  );
}

/** A built public page with these notices in place of its build's. */
export function replaceNotices(page: string, notices: readonly TimedNotice[]): string {
  // Before the page's main part. Marks of their own would cost each page bytes.
  const main = page.indexOf('<main id="main"');
  if (main === -1) return page;
  const built = page.lastIndexOf('<aside class="notices"', main);
  const start = built === -1 ? page.slice(0, main).trimEnd().length : built;
  const end = built === -1 ? start : page.indexOf(END, built) + END.length;
  return page.slice(0, start) + renderNotices(notices) + page.slice(end);
}

const END = '</aside>';
