import { createPortal } from 'react-dom';
import { type MenuCounts as Counts, MENU_COUNTS } from '#domain/office.ts';

/** The counts in the menu above the list of orders, which the service does not fill. */
export function MenuCounts(counts: Counts) {
  return (Object.keys(MENU_COUNTS) as (keyof Counts)[]).map((name) => {
    const { id, words } = MENU_COUNTS[name];
    const place = globalThis.document?.getElementById(id);
    return (
      place &&
      counts[name] > 0 &&
      createPortal(
        <>
          <b>{counts[name]}</b>
          <span className="visually-hidden"> {words}</span>
        </>,
        place,
        id,
      )
    );
  });
}
