/** The kinds of thing that a price list can price (section 3, type values). */
export const TREE_TYPES = [
  'nordmann_fir',
  'norway_spruce',
  'fraser_fir',
  'pot_grown',
  'potted_tree',
  'tree_stand',
] as const;
export type TreeType = (typeof TREE_TYPES)[number];

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
