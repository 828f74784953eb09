const DATE = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `Nov 21, 2025` ('MMM d, yyyy', section 2): the day in Europe/London. */
export function formatOrderDate(instant: Date): string {
  return DATE.format(instant);
}

/** `09:30` ('HH:mm', section 2): the time in Europe/London. */
export function formatOrderTime(instant: Date): string {
  return TIME.format(instant);
}
