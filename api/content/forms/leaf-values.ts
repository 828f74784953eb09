import { isDeepStrictEqual } from 'node:util';
import { readBlocks } from '#content/reader/words.ts';
import { formatPrice, toPence } from '#domain/money.ts';
import { readText, readWords } from '#domain/plain-text.ts';
import type { Entries } from '../../http/request-body.ts';
import type { LeafField } from './form-field.ts';

/** What a control shows for a raw value. */
export function showLeaf({ control, preset, item }: LeafField, value: unknown): string {
  if (control === 'switch' || control === 'only-true') return (value ?? preset) === true ? 'on' : '';
  if (control === 'yes-or-no' && typeof value === 'boolean') return value ? 'yes' : 'no';
  if (control === 'choice' && value === undefined) return preset === undefined ? '' : String(preset);
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) {
    if (control === 'paragraphs') return value.join('\n\n');
    return item === undefined ? JSON.stringify(value) : value.map((each) => showLine(item, each)).join('\n');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function showLine(item: LeafField, value: unknown): string {
  return showLeaf(item, value).replaceAll('\n', ' ');
}

/**
 * The raw value of a control. What shows as it did before is what it was before, so that only what somebody has changed
 * is changed in the file.
 * @param before the raw value that the control was made from
 * @returns undefined for nothing
 */
export function readLeaf(field: LeafField, entries: Entries, path: string, before: unknown): unknown {
  const { control, preset } = field;
  if (control === 'ticks') return readTicks(entries, path, before);
  if (control === 'switch' || control === 'only-true') {
    const isOn = entries[path] === 'on';
    const isUntouched = isOn === (showLeaf(field, before) === 'on');
    if (isUntouched && (before !== undefined || preset !== undefined)) return before;
    return isOn || control === 'switch' ? isOn : undefined;
  }
  const typed = readText(entries[path] ?? '');
  const shown = readText(showLeaf(field, before));
  if (typed === shown || typed === shown.trim()) return before;
  return parseLeaf(field, typed, before);
}

/** In the order that they had, and then in that of the form. */
function readTicks(entries: Entries, path: string, before: unknown): unknown {
  const old = Array.isArray(before) ? before.map(String) : [];
  const start = `${path}.`;
  const ticked = Object.keys(entries).flatMap((name) =>
    name.startsWith(start) && entries[name] === 'on' ? name.slice(start.length) : [],
  );
  const values = [
    ...old.filter((each) => ticked.includes(each)),
    ...ticked.filter((each) => !old.includes(each)),
  ];
  if (isDeepStrictEqual(values, old)) return before;
  return values.length === 0 ? undefined : values;
}

function parseLeaf(field: LeafField, typed: string, before: unknown): unknown {
  const { control, item } = field;
  if (typed.trim() === '') return undefined;
  if (control === 'paragraphs') {
    const blocks = listBlocks(typed);
    return blocks.length === 1 && !Array.isArray(before) ? blocks[0] : blocks;
  }
  if (control === 'words') return listBlocks(typed).join('\n\n');
  if (control === 'lines' && item) {
    const old = Array.isArray(before) ? before : [];
    return typed.split('\n').flatMap((line) => {
      const same = old.find((each) => showLine(item, each) === line);
      return same ?? parseLeaf(item, line, undefined) ?? [];
    });
  }
  if (control === 'yes-or-no') return typed === 'yes';
  if (control === 'number') return /^\s*-?\d+(\.\d+)?\s*$/.test(typed) ? Number(typed) : readWords(typed);
  if (control === 'price') return tidyPrice(readWords(typed));
  if (control === 'link') return readWords(typed).replace(/^www\./, 'https://www.');
  return readWords(typed);
}

/** `44`, `£ 44.00` and `44.5` as the price lists write them; anything else as it was typed. */
function tidyPrice(typed: string): string {
  const [, pounds, pence = ''] = /^£?\s*(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  if (pounds === undefined) return typed;
  return formatPrice(toPence(Number(pounds) * 100 + Number(pence.padEnd(2, '0'))));
}

function listBlocks(typed: string): string[] {
  return readBlocks(typed).map(({ text }) => text);
}
