import { randomUUID } from 'node:crypto';
import { findContradictions } from '#domain/content/notices.ts';
import { addDays, type IsoDay } from '#domain/dates.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import { type Result, refuse } from '../../http/result.ts';
import { NOTICES_FILE, readNotices } from '../../site/live-content.ts';
import { hashBytes } from '../files/content-folder.ts';
import { createLiveFile } from '../files/live-file.ts';

/** What is entered of a notice; the service names it. */
export type NoticeWords = Omit<Notice, 'id'>;

/** A notice before and after a change; null where there was or is none. */
interface NoticeEdit {
  readonly before: Notice | null;
  readonly after: Notice | null;
  /** Its place in the file, if it had one. */
  readonly at?: number;
}

/** A change that has been made: of the notice itself first, then of those that it contradicts. */
export interface MadeChange {
  readonly edits: readonly [NoticeEdit, ...NoticeEdit[]];
  /** What takes it back. */
  readonly undoKey: string;
}

export type NoticeBook = ReturnType<typeof createNoticeBook>;

/** Tells apart a notice before and after somebody's change. */
export function versionOf(notice: Notice): string {
  return hashBytes(Buffer.from(JSON.stringify(notice))).slice(0, 16);
}

/** As many as people would still take back. They are forgotten with the process. */
const MOST_UNDONE = 50;

/** content/notices.json, as `/admin` changes it: at once, and not as a draft. @param contentDir absolute */
export function createNoticeBook(contentDir: string) {
  const made = new Map<string, MadeChange['edits']>();
  const change = createLiveFile(contentDir, NOTICES_FILE);

  /** Refused with the check's message while the file has a mistake. */
  const list = async (): Promise<Result<readonly Notice[]>> => {
    try {
      return { ok: true, value: (await readNotices(contentDir)).notices };
    } catch (error) {
      return refuse({ code: 'content_invalid', error: (error as Error).message });
    }
  };
  /** @param decide the change of the notices as they are now */
  const write = (
    decide: (notices: readonly Notice[]) => Result<MadeChange['edits']>,
  ): Promise<Result<MadeChange>> =>
    change(async () => {
      const notices = await list();
      if (!notices.ok) return notices;
      const edits = decide(notices.value);
      if (!edits.ok) return edits;
      const undoKey = randomUUID();
      made.set(undoKey, edits.value);
      if (made.size > MOST_UNDONE) made.delete([...made.keys()][0] ?? '');
      const value = edits.value.reduce(replaceNotice, [...notices.value]);
      return { ok: true, value: { value, made: { edits: edits.value, undoKey } } };
    });

  return {
    list,
    /**
     * Refused with `notices_contradict` if other notices tell other hours for one of its days.
     * @param over the versions of those that end for it, or are kept for the days before and after
     */
    add: (words: NoticeWords, over: readonly string[], today: IsoDay) =>
      write((notices) => {
        const after = { id: chooseIds(notices, today)(), ...words };
        return decideBetween(notices, { before: null, after }, over, today);
      }),
    /**
     * Changes a notice, or takes it down. Refused as `add`.
     * @param seen its version on the person's page
     */
    change: (id: string, seen: string, words: NoticeWords | null, over: readonly string[]) =>
      write((notices) => {
        const before = notices.find((each) => each.id === id);
        if (before === undefined) return refuse({ code: 'not_found' });
        if (versionOf(before) !== seen) return refuse({ code: 'content_changed_meanwhile' });
        const edit = { before, after: words && { id, ...words }, at: notices.indexOf(before) };
        return decideBetween(notices, edit, over, before.from);
      }),
    /** Puts the former notices back. Only soon after the change, and if nobody has changed them since. */
    undo: (key: string) =>
      write((notices) => {
        const edits = made.get(key);
        if (edits === undefined) return refuse({ code: 'not_found' });
        const isUnchanged = edits.every(({ before, after }) => {
          const now = notices.find(({ id }) => id === (after ?? before)?.id);
          return after === null ? !now : now && versionOf(now) === versionOf(after);
        });
        const [first, ...others] = edits.map((edit) => ({ ...edit, before: edit.after, after: edit.before }));
        const next = first && [first, ...others].reduce(replaceNotice, [...notices]);
        const isTrue = next?.every((each) => findContradictions(next, each).length === 0);
        if (!isUnchanged || !isTrue || !first) return refuse({ code: 'content_changed_meanwhile' });
        made.delete(key);
        return { ok: true, value: [first, ...others] };
      }),
  };
}

/** An edit, and what becomes of the notices that tell other hours for one of its days. */
function decideBetween(
  notices: readonly Notice[],
  edit: NoticeEdit,
  over: readonly string[],
  today: IsoDay,
): Result<MadeChange['edits']> {
  const { after } = edit;
  if (after === null) return { ok: true, value: [edit] };
  const contradicted = findContradictions(
    notices.filter(({ id }) => id !== after.id),
    after,
  );
  if (!contradicted.every((each) => over.includes(versionOf(each))))
    return refuse({ code: 'notices_contradict' });
  const nextId = chooseIds([...notices, after], today);
  const ended = contradicted.flatMap((before): NoticeEdit[] => {
    const [first, second] = keepOtherDays(before, after);
    return [
      { before, after: first ?? null, at: notices.indexOf(before) },
      ...(second ? [{ before: null, after: { ...second, id: nextId() } }] : []),
    ];
  });
  return { ok: true, value: [edit, ...ended] };
}

/** A notice without the days of another: those before, those after, both or none. */
function keepOtherDays(notice: Notice, { from, to }: Notice): Notice[] {
  const before = notice.from < from ? [{ ...notice, to: addDays(from, -1) }] : [];
  const after = to < notice.to ? [{ ...notice, from: addDays(to, 1) }] : [];
  return [...before, ...after];
}

function replaceNotice(notices: Notice[], { before, after, at }: NoticeEdit): Notice[] {
  if (before === null) return notices.toSpliced(at ?? notices.length, 0, ...(after ? [after] : []));
  return notices.flatMap((each) => (each.id === before.id ? (after ?? []) : each));
}

/** Gives a name that is free each time: `notice-2025-12-09`, `-2` for the second of a day. */
function chooseIds(notices: readonly Notice[], today: IsoDay): () => string {
  const taken = new Set(notices.map(({ id }) => id));
  return () => {
    const name = `notice-${today}`;
    let id = name;
    for (let number = 2; taken.has(id); number++) id = `${name}-${number}`;
    taken.add(id);
    return id;
  };
}
