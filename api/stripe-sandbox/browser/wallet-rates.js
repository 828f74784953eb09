import { createNode } from './dom.js';

/** Radio buttons for the ways of delivery. @returns the nodes, none where there is nothing to choose */
export function createRateChoice(rates, selectedId, onChange) {
  if (rates.length === 0) return [];
  const labels = rates.map((rate) => {
    const input = createNode('input', { type: 'radio', name: 'rate', value: rate.id });
    input.checked = rate.id === selectedId;
    input.addEventListener('change', () => onChange(rate));
    const price = rate.amount === 0 ? 'free' : `£${(rate.amount / 100).toFixed(2)}`;
    const detail = typeof rate.deliveryEstimate === 'string' ? `, ${rate.deliveryEstimate}` : '';
    return createNode('label', { class: 'rate' }, input, `${rate.displayName} (${price}${detail})`);
  });
  return [createNode('fieldset', {}, createNode('legend', {}, 'Delivery'), labels)];
}
