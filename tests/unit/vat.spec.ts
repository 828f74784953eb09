import { expect, test } from '@playwright/test';
import { toPence } from '../../src/domain/money.ts';
import { describeVat, findVatWithin } from '../../src/domain/vat.ts';

test('the VAT within a total is rounded to the nearest penny, half a penny up', () => {
  for (const [total, ratePercent, vat] of [
    [5470, 20, 912],
    [2735, 20, 456],
    [3, 20, 1],
    [2, 20, 0],
    [0, 20, 0],
    [10_500, 5, 500],
    [99_999_960, 20, 16_666_660],
    [1125, 12.5, 125],
  ] as const) {
    expect(findVatWithin(toPence(total), { ratePercent }), `${total} at ${ratePercent}`).toBe(vat);
  }
});

test('the line names amount, rate and number', () => {
  const vat = { number: 'GB 123 4567 89', ratePercent: 20 };
  expect(describeVat(toPence(2735), vat)).toBe('Includes VAT of £4.56 at 20% (VAT number GB 123 4567 89)');
});
