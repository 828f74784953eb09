import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { findContradictions } from '#domain/content/notices.ts';
import { addDays, type IsoDay } from '#domain/dates.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import { type Result, refuse } from '../../http/problems.ts';
import { NOTICES_FILE, readNotices } from '../../site/live-content.ts';
import { hashBytes } from '../files/content-folder.ts';
import { createLiveFile } from '../files/live-file.ts';

/** What is entered of a notice; the service names it. */
export type NoticeWords = Omit<Notice, 'id'>;

type Notices = readonly Notice[];

/** A change that has been made. */
export interface MadeChange {
  /** The notice as it is now; null if it is taken down. */
  readonly notice: Notice | null;
  /** A sentence for each notice that differs, for the history. */
  readonly changes: readonly string[];
  /** Whether others had other hours for one of its days, and have given way. */
  readonly isOverOthers: boolean;
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
  const made = new Map<string, { readonly before: Notices; readonly after: Notices }>();
  const change = createLiveFile(contentDir, NOTICES_FILE);

  /** Refused with the check's message while the file has a mistake. */
  const list = async (): Promise<Result<Notices>> => {
    try {
      return { ok: true, value: await readNotices(contentDir) };
    } catch (error) {
      return refuse({ code: 'content_invalid', error: (error as Error).message });
    }
  };
  /** @param decide the notice and all of them after the change, from those of now */
  const write = (
    decide: (notices: Notices) => Result<{ readonly notice: Notice | null; readonly after: Notices }>,
  ): Promise<Result<MadeChange>> =>
    change(async () => {
      const notices = await list();
      if (!notices.ok) return notices;
      const decided = decide(notices.value);
      if (!decided.ok) return decided;
      const { notice, after } = decided.value;
      const undoKey = randomUUID();
      made.set(undoKey, { before: notices.value, after });
      if (made.size > MOST_UNDONE) made.delete([...made.keys()][0] ?? '');
      const changes = listChanges(notices.value, after);
      return {
        ok: true,
        value: { value: after, made: { notice, changes, isOverOthers: changes.length > 1, undoKey } },
      };
    });

  return {
    list,
    /** Others that tell other hours for its days keep the days before and after: the last word holds. */
    add: (words: NoticeWords, today: IsoDay) =>
      write((notices) => {
        const notice = { id: findFreeId(notices, `notice-${today}`), ...words };
        return { ok: true, value: { notice, after: [...giveWay(notices, notice), notice] } };
      }),
    /**
     * Changes a notice, or takes it down. Others give way as to a new one.
     * @param seen its version on the person's page
     */
    change: (id: string, seen: string, words: NoticeWords | null) =>
      write((notices) => {
        const before = notices.find((each) => each.id === id);
        if (before === undefined) return refuse({ code: 'not_found' });
        if (versionOf(before) !== seen) return refuse({ code: 'content_changed_meanwhile' });
        const notice = words && { id, ...words };
        const changed = notices.flatMap((each) => (each.id === id ? (notice ?? []) : each));
        return { ok: true, value: { notice, after: notice ? giveWay(changed, notice) : changed } };
      }),
    /** Puts the former notices back. Only soon after the change, and if nobody has changed any since. */
    undo: (key: string) =>
      write((notices) => {
        const last = made.get(key);
        if (last === undefined) return refuse({ code: 'not_found' });
        if (!isDeepStrictEqual(notices, last.after)) return refuse({ code: 'content_changed_meanwhile' });
        made.delete(key);
        return { ok: true, value: { notice: null, after: last.before } };
      }),
  };
}

/** All notices without the days of another that tells other hours for them. */
function giveWay(notices: Notices, notice: Notice): Notice[] {
  const others = notices.filter(({ id }) => id !== notice.id);
  const contradicted = findContradictions(others, notice);
  return notices.flatMap((each) => {
    if (!contradicted.includes(each)) return each;
    const before = each.from < notice.from ? [{ ...each, to: addDays(notice.from, -1) }] : [];
    const after = notice.to < each.to ? [{ ...each, from: addDays(notice.to, 1) }] : [];
    const id = findFreeId(notices, each.id);
    return [...before, ...after.map((rest) => (before.length > 0 ? { ...rest, id } : rest))];
  });
}

/** `notice-2025-12-09`, or `-2` for the second of that name. */
function findFreeId(notices: Notices, name: string): string {
  const isTaken = (id: string) => notices.some((each) => each.id === id);
  let id = name;
  for (let number = 2; isTaken(id); number++) id = `${name}-${number}`;
  return id;
}

function listChanges(before: Notices, after: Notices): string[] {
  const isIn = (list: Notices, notice: Notice) => list.some((each) => isDeepStrictEqual(each, notice));
  return [
    ...after.filter((each) => !isIn(before, each)).map(({ text }) => `Notice: ${text}`),
    ...before
      .filter(({ id }) => !after.some((each) => each.id === id))
      .map(({ text }) => `Notice taken down: ${text}`),
  ];
}
