/** What a price list can price apart from the kinds of trees in content/varieties (section 3, type values). */
export const OTHER_TYPES: readonly string[] = ['pot_grown', 'potted_tree', 'tree_stand'];

/** A shape in one colour, cropped to its box, for height charts. */
export interface Silhouette {
  /** `x y width height`, close around the shape. */
  readonly viewBox: string;
  readonly path: string;
}

/** A price list's description of a variety (section 3, price list entry). */
export const VARIETY_KINDS = ['non-drop', 'premium', 'traditional'] as const;

/** Badges with their own colour (section 3). Any other text is yellow. */
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

/** The colour of a badge (section 3). */
export function badgeTone(badge: string): BadgeTone {
  return Object.hasOwn(BADGE_TONES, badge) ? BADGE_TONES[badge as keyof typeof BADGE_TONES] : 'yellow';
}
