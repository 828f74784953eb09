/** The roles of the farm's people. `api/admin/require-admin.ts` says what each may do. */
export const ROLES = ['owner', 'packer'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Record<Role, string> = { owner: 'Owner', packer: 'Packer' };

/** Explains a role to the person who assigns it. */
export const ROLE_HINTS: Record<Role, string> = {
  owner: 'Everything, including people and refunds.',
  packer: 'Packing, tracking numbers and messages. No money, no cancelling, no e-mails, no inviting people.',
};

/** The service's response about the current session. */
export type AdminSession =
  | { readonly signedIn: true; readonly name: string; readonly role: Role }
  | { readonly signedIn: false };

export const LONGEST_NAME = 60;
/** NIST SP 800-63B-4 asks for three more for a password that is the only factor. Ours is also throttled. */
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 1000;

/** Marks the parts of a page that need a script. The script shows them. */
export type PasskeyUse = 'sign-in' | 'add' | 'join';

/** Somebody who signs in for the farm. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}
