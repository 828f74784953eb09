/** Special days of the extended site's town pages and structured data, as an editor writes them. */
export const SPECIAL_DAYS = [
  { day: '2025-12-04', name: 'Late night', opens: '09:00', closes: '20:30' },
  { day: '2025-12-26', name: 'Boxing Day', closed: true },
] as const;
