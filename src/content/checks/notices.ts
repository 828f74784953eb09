import { findContradictions } from '#domain/content/notices.ts';
import { formatHours } from '#domain/content/opening-hours.ts';
import { formatDays } from '#domain/dates.ts';
import type { Content } from '../reader/parse-content.ts';
import type { Finding } from '../reader/problems.ts';

/** Two notices must not tell different hours of one day. */
export function checkNotices({ notices }: Pick<Content, 'notices'>): Finding[] {
  return notices.flatMap(({ file, path, data }, index) => {
    const earlier = notices.slice(0, index).map((each) => each.data);
    const [other] = findContradictions(earlier, data);
    if (other === undefined) return [];
    const days = formatDays(other.from, other.to, 'year');
    return [
      {
        file,
        path,
        found: `${formatHours(data)}, and ${formatHours(other)} in ["${other.id}"] for ${days}`,
        wanted: 'one of the two for each day: end one before the other begins, or remove it',
      },
    ];
  });
}
