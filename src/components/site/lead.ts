/** The largest of a hero's first words on a phone. A page waits for them before it paints at all. */
export const LEAD_ID = 'lead';
