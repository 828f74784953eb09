/** Of a hero's first words, the largest that a telephone shows at first: a page waits for them before it paints at all. */
export const LEAD_ID = 'lead';
