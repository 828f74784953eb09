import { z } from 'zod';

const RULE = 'There’s no such page.';

/** The number of a page of a list, from 1: more pages than any list has, and few enough for an offset in every database. */
export const pageNumberSchema = z.coerce.number(RULE).int(RULE).min(1, RULE).max(100_000, RULE);
