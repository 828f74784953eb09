import { readObject, writeObject } from './storage.ts';

/**
 * On the pick list: what is ticked stays so on this device, in every tab, because a phone in a pocket forgets its pages.
 * On all papers: the button that prints them.
 */

const KEY = 'packed';
/** More than a season has orders. */
const MOST = 500;
const ticks = [...document.querySelectorAll<HTMLInputElement>('.pick-tick input')];
const count = document.querySelector('.pick-count');

const readPacked = () => new Set(readObject<string[]>('localStorage', KEY));

/** `12 of 60 boxes packed`: a tick's value is its order's number and boxes. */
function show(): void {
  const packed = readPacked();
  for (const tick of ticks) tick.checked = packed.has(tick.value);
  const sum = (some: typeof ticks) =>
    some.reduce((boxes, { value }) => boxes + Number(value.split(' ')[1]), 0);
  if (count) count.textContent = `${sum(ticks.filter((tick) => tick.checked))} of ${sum(ticks)} boxes packed`;
}

for (const tick of ticks) {
  tick.addEventListener('change', () => {
    const packed = readPacked();
    packed[tick.checked ? 'add' : 'delete'](tick.value);
    writeObject('localStorage', KEY, [...packed].slice(-MOST));
    show();
  });
}
if (count) {
  show();
  addEventListener('storage', show);
}
for (const button of document.querySelectorAll<HTMLElement>('[data-prints]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
