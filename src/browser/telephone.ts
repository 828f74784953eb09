import { toPence } from '#domain/money.ts';
import { describeTotal, readQuantity } from '#domain/quantity.ts';

/** On the page for orders by telephone: keeps the total right, and copies payment links. */

const form = document.querySelector<HTMLFormElement>('form[data-unit-price]');
const total = form?.querySelector('output');

const boxes = form?.querySelector<HTMLInputElement>('[name="quantity"]');

// Whoever is on the telephone says a number, which replaces the one there.
boxes?.addEventListener('focus', () => boxes.select());
// The wheel scrolls the page, as in the shop.
boxes?.addEventListener('wheel', () => boxes.blur(), { passive: true });
boxes?.addEventListener('input', () => {
  const unitPrice = toPence(Number(form?.dataset.unitPrice));
  if (total) total.textContent = describeTotal(readQuantity(boxes.value), unitPrice);
});

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
  const input = document.getElementById(button.dataset.copies ?? '') as HTMLInputElement;
  button.hidden = false;
  button.addEventListener('click', async () => {
    input.select();
    try {
      await navigator.clipboard.writeText(input.value);
      button.textContent = 'Copied';
    } catch {
      // The link is selected, for the keyboard.
      button.textContent = 'Please copy it yourself';
    }
  });
}
