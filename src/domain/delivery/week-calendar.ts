import { addDays, type IsoDay } from '../dates.ts';

/**
 * A delivery week as a calendar file (RFC 5545): one all-day entry for its five working days.
 * @param madeAt when the file is created, as an instant
 */
export function renderWeekCalendar(
  {
    week,
    orderNumber,
    farmName,
    website,
  }: { week: IsoDay; orderNumber: string; farmName: string; website: string },
  madeAt: Date,
): string {
  const day = (id: IsoDay) => id.replaceAll('-', '');
  const stamp = madeAt.toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Farm shop//Delivery weeks//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${orderNumber}@${new URL(website).hostname}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${day(week)}`,
    // The standard wants the day after the last one.
    `DTEND;VALUE=DATE:${day(addDays(week, 5))}`,
    `SUMMARY:${escapeText(`Branches from ${farmName}`)}`,
    `DESCRIPTION:${escapeText(`Your order ${orderNumber} is delivered this week.`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/**
 * Folds lines at 75 bytes, as the standard asks; a continuation starts with a space. It assumes the widest characters,
 * of four bytes.
 */
function fold(line: string): string {
  const signs = [...line];
  const isPlain = /^[\x20-\x7e]*$/.test(line);
  const longest = isPlain ? 74 : 18;
  const pieces: string[] = [];
  for (let at = 0; at < signs.length; at += longest) pieces.push(signs.slice(at, at + longest).join(''));
  return pieces.join('\r\n ');
}
