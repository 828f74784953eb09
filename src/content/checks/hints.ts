import type { IsoDay } from '#domain/dates.ts';
import type { Content } from '../reader/parse-content.ts';
import { listOver } from './over.ts';
import { listUnlinked } from './unlinked.ts';
import { listUnread } from './unread.ts';
import { listUnsold } from './unsold.ts';

/** What is no mistake, but probably not meant: sentences for the editor. */
export function listHints(content: Content, today: IsoDay): string[] {
  return [
    ...listUnlinked(content),
    ...listUnread(content),
    ...listUnsold(content),
    ...listOver(content, today),
  ];
}
