import { type BodySection, isRecord } from '../reader/page-body.ts';
import { canStandInBody } from './edit-body.ts';

/** A page's value as its file has it. */
interface Divided {
  readonly fields: unknown;
  readonly inBody: ReadonlyMap<string, BodySection>;
}

/**
 * Divides a page into its fields and the sections below them. Each section stays where it is, and a new one goes below
 * the fields, if its words can stand there. The reader lists the sections below the fields first: so after one that is
 * in the fields only, all others are too.
 * @param before the fields of the file, without the sections in its body
 * @param body the sections in its body
 */
export function divideSections(
  value: unknown,
  before: unknown,
  body: Readonly<Record<string, unknown>>,
): Divided {
  const inBody = new Map<string, BodySection>();
  if (!isRecord(value) || !isRecord(value.sections)) return { fields: value, inBody };
  const inFields = isRecord(before) && isRecord(before.sections) ? before.sections : {};
  const wanted = Object.entries(value.sections);
  const ids = wanted.map(([id]) => id);
  const lastInBody = ids.findLastIndex((id) => id in body);
  const left: [string, unknown][] = [];
  wanted.forEach(([id, section], index) => {
    const { words, more } = divide(section, inFields[id], id in body);
    const belongs = id in body || !(id in inFields) || index < lastInBody;
    if (belongs && inBody.size === index && words !== undefined && canStandInBody(id, words)) {
      inBody.set(id, words);
      if (Object.keys(more).length > 0) left.push([id, more]);
    } else left.push([id, section]);
  });
  const { sections: _, ...others } = value;
  if (left.length === 0 && inBody.size > 0) return { fields: others, inBody };
  return {
    fields: { ...value, sections: Object.fromEntries(keepOrder(left, Object.keys(inFields), inBody)) },
    inBody,
  };
}

/** The words that a body can have, and what stays in the fields. */
function divide(section: unknown, inFields: unknown, isInBody: boolean) {
  if (!isRecord(section)) return { words: undefined, more: {} };
  const { heading, text, links, ...more } = section;
  // Buttons of a section can stand in the fields although its words are below them.
  const areLinksInFields = isInBody && isRecord(inFields) && 'links' in inFields;
  const words = { heading, text, ...(areLinksInFields ? {} : { links }) } as BodySection;
  return { words, more: areLinksInFields && links !== undefined ? { links, ...more } : more };
}

/** In the order of the file as far as it says the same: sections in the body have their order there. */
function keepOrder(
  left: readonly [string, unknown][],
  before: readonly string[],
  inBody: ReadonlyMap<string, unknown>,
): (readonly [string, unknown])[] {
  const ids = left.map(([id]) => id);
  const kept = before.filter((id) => ids.includes(id));
  ids.forEach((id, index) => {
    if (!kept.includes(id)) kept.splice(kept.indexOf(ids[index - 1] ?? '') + 1, 0, id);
  });
  const onlyInFields = (list: readonly string[]) => list.filter((id) => !inBody.has(id)).join();
  const order = onlyInFields(kept) === onlyInFields(ids) ? kept : ids;
  const parts = new Map(left);
  return order.map((id) => [id, parts.get(id)]);
}
