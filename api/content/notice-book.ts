import { randomUUID } from 'node:crypto';
import { editSource } from '#content/edit/edit-source.ts';
import { decodeText } from '#content/reader/decode-text.ts';
import type { IsoDay } from '#domain/dates.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import { type Result, refuse } from '../http/result.ts';
import { NOTICES_FILE, readNotices } from '../site/read-notices.ts';
import { hashBytes, readContentFile, writeContentFile } from './content-folder.ts';
import type { NoticeWords } from './notice-entries.ts';

/** A notice before and after a change; null where there was or is none. */
interface NoticeChange {
  readonly before: Notice | null;
  readonly after: Notice | null;
  /** Its place in the file, if it had one. */
  readonly at?: number;
}

/** A change that has been made, and what takes it back. */
export interface MadeChange extends NoticeChange {
  readonly undoKey: string;
}

/** content/notices.json, as `/admin` changes it: at once, and not as a draft. */
export interface NoticeBook {
  /** Refused with the check's message while the file has a mistake. */
  list(): Promise<Result<readonly Notice[]>>;
  add(words: NoticeWords, today: IsoDay): Promise<Result<MadeChange>>;
  /**
   * Changes a notice, or takes it down.
   * @param seen its version on the person's page
   */
  change(id: string, seen: string, words: NoticeWords | null): Promise<Result<MadeChange>>;
  /** Puts the former notice back. Only soon after the change, and if nobody has changed it since. */
  undo(key: string): Promise<Result<MadeChange>>;
}

/** Tells apart a notice before and after somebody's change. */
export function versionOf(notice: Notice): string {
  return hashBytes(Buffer.from(JSON.stringify(notice))).slice(0, 16);
}

/** As many as people would still take back. They are forgotten with the process. */
const MOST_UNDONE = 50;

/** @param contentDir absolute */
export function createNoticeBook(contentDir: string): NoticeBook {
  const made = new Map<string, NoticeChange>();
  let writing: Promise<unknown> = Promise.resolve();

  const list: NoticeBook['list'] = async () => {
    try {
      return { ok: true, value: (await readNotices(contentDir)).notices };
    } catch (error) {
      return refuse({ code: 'content_invalid', error: (error as Error).message });
    }
  };
  /** @param decide the change of the notices as they are now */
  const write = async (decide: (notices: readonly Notice[]) => Result<NoticeChange>) => {
    const before = await readContentFile(contentDir, NOTICES_FILE);
    const notices = await list();
    if (!notices.ok) return notices;
    const change = decide(notices.value);
    if (!change.ok) return change;
    const next = replaceNotice(notices.value, change.value);
    const text = editSource(NOTICES_FILE, before && decodeText(before), next);
    // By hand meanwhile: what somebody has just saved is not to be lost.
    const now = await readContentFile(contentDir, NOTICES_FILE);
    if (before === undefined ? now !== undefined : !now || Buffer.compare(before, now) !== 0)
      return write(decide);
    await writeContentFile(contentDir, NOTICES_FILE, Buffer.from(text));
    const undoKey = randomUUID();
    made.set(undoKey, change.value);
    if (made.size > MOST_UNDONE) made.delete([...made.keys()][0] ?? '');
    return { ok: true as const, value: { ...change.value, undoKey } };
  };
  /** One after the other, so that two people's notices are both kept. */
  const writeInTurn = (decide: Parameters<typeof write>[0]): Promise<Result<MadeChange>> => {
    const written = writing.then(() => write(decide));
    writing = written.catch(() => undefined);
    return written;
  };

  return {
    list,
    add: (words, today) =>
      writeInTurn((notices) => ({
        ok: true,
        value: { before: null, after: { id: chooseId(notices, today), ...words } },
      })),
    change: (id, seen, words) =>
      writeInTurn((notices) => {
        const before = notices.find((each) => each.id === id);
        if (before === undefined) return refuse({ code: 'not_found' });
        if (versionOf(before) !== seen) return refuse({ code: 'content_changed_meanwhile' });
        return { ok: true, value: { before, after: words && { id, ...words }, at: notices.indexOf(before) } };
      }),
    undo: (key) =>
      writeInTurn((notices) => {
        const change = made.get(key);
        if (change === undefined) return refuse({ code: 'not_found' });
        const id = (change.after ?? change.before)?.id;
        const now = notices.find((each) => each.id === id);
        const isUnchanged = change.after === null ? !now : now && versionOf(now) === versionOf(change.after);
        if (!isUnchanged) return refuse({ code: 'content_changed_meanwhile' });
        made.delete(key);
        return { ok: true, value: { ...change, before: change.after, after: change.before } };
      }),
  };
}

function replaceNotice(notices: readonly Notice[], { before, after, at }: NoticeChange): Notice[] {
  if (before === null) return notices.toSpliced(at ?? notices.length, 0, ...(after ? [after] : []));
  return notices.flatMap((each) => (each.id === before.id ? (after ?? []) : each));
}

/** `notice-2025-12-09`, and `-2` for the second of a day. */
function chooseId(notices: readonly Notice[], today: IsoDay): string {
  const taken = new Set(notices.map(({ id }) => id));
  const name = `notice-${today}`;
  for (let number = 1; ; number++) {
    const id = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(id)) return id;
  }
}
