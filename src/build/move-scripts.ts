/** They stand in the page, and run when all of it has been read. */
const SCRIPTS = /<script type="module">[\s\S]*?<\/script>/g;
/** Scripts keep their order, and one that is fetched is better found early. */
const PLACE = /<script type="module" src=|<\/body>/;

/**
 * Moves a page's own scripts behind what is read: they run no later, and the first words come sooner, since on a slow
 * line every kilobyte before them takes 20 ms.
 */
export function moveScripts(html: string): string {
  const place = html.search(PLACE);
  if (place < 0) return html;
  const scripts: string[] = [];
  const before = html.slice(0, place).replace(SCRIPTS, (script) => {
    scripts.push(script);
    return '';
  });
  return before + scripts.join('') + html.slice(place);
}
