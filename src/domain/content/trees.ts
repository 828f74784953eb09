/**
 * What a price list can price besides the kinds of trees, which content/varieties brings (section 3, type values).
 */
export const OTHER_TYPES: readonly string[] = ['pot_grown', 'potted_tree', 'tree_stand'];

/** One shape of one ink, as high as its box: what stands in a height chart. */
export interface Silhouette {
  /** `x y width height`, drawn close around the shape. */
  readonly viewBox: string;
  readonly path: string;
}

/** What a price list says of a variety (section 3, price list entry). */
export const VARIETY_KINDS = ['non-drop', 'premium', 'traditional'] as const;

/** Badges that have a colour of their own (section 3); any other text is shown on yellow. */
export const BADGE_TONES = {
  'Most Popular': 'red',
  'Best Value': 'green',
  Premium: 'purple',
  'Eco-Friendly': 'teal',
  'Plant Me': 'dark-green',
  Essential: 'blue',
  Convenient: 'teal',
} as const satisfies Record<string, string>;

export type BadgeTone = (typeof BADGE_TONES)[keyof typeof BADGE_TONES] | 'yellow';

/** The colour of a badge, by section 3. */
export function badgeTone(badge: string): BadgeTone {
  return Object.hasOwn(BADGE_TONES, badge) ? BADGE_TONES[badge as keyof typeof BADGE_TONES] : 'yellow';
}
