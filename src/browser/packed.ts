import { readObject, writeObject } from './storage.ts';

/** On the pick list: what is ticked stays so through a reload, because a phone in a pocket forgets its pages. */

const KEY = 'packed';
const packed = new Set(readObject<string[]>('sessionStorage', KEY));
const ticks = document.querySelectorAll<HTMLInputElement>('.pick-tick input');

for (const tick of ticks) {
  tick.checked = packed.has(tick.value);
  tick.addEventListener('change', () => {
    packed[tick.checked ? 'add' : 'delete'](tick.value);
    writeObject('sessionStorage', KEY, [...packed]);
  });
}
