import { listSpecialHours, type Opening } from './opening-days.ts';
import { CHRISTMAS_EVE, parseDays } from './opening-hours.ts';

/**
 * An opening in the terms of schema.org. Its special hours go before its weekdays, by schema.org's rule; a closed day is
 * one that closes when it opens.
 */
export function describeOpeningHours(opening: Opening) {
  const { season, hours } = opening;
  const rows = hours.rows.filter(({ days, closed }) => days !== CHRISTMAS_EVE && !closed);
  const special = listSpecialHours(opening);
  const type = { '@type': 'OpeningHoursSpecification' as const };
  return {
    openingHoursSpecification: rows.map(({ days, opens, closes }) => ({
      ...type,
      dayOfWeek: [...(parseDays(days) ?? [])],
      ...(opens && closes && { opens, closes }),
      validFrom: season.from,
      validThrough: season.to,
    })),
    ...(special.length > 0 && {
      specialOpeningHoursSpecification: special.map(({ from, to, opens, closes }) => ({
        ...type,
        opens: opens ?? '00:00',
        closes: closes ?? '00:00',
        validFrom: from,
        validThrough: to,
      })),
    }),
  };
}
