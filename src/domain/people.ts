/** What somebody of the farm may do. `api/admin/require-admin.ts` has the table that the service keeps to. */
export const ROLES = ['owner', 'packer'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Record<Role, string> = { owner: 'Owner', packer: 'Packer' };

/** What a role is, for whoever chooses one. */
export const ROLE_HINTS: Record<Role, string> = {
  owner: 'Everything, people and refunds included',
  packer: 'Orders, packing, tracking numbers and messages; no refunds, no cancelling, no mails, no people',
};

/** What the service says of whoever asks. */
export type AdminSession =
  | { readonly signedIn: true; readonly name: string; readonly role: Role; readonly passkeys: boolean }
  | {
      readonly signedIn: false;
      /** Whether passkeys work at the address that was asked. */
      readonly passkeys: boolean;
    };

export const LONGEST_NAME = 60;
/** As of NIST SP 800-63B-4 for a password that may stand alone, less three: it is slowed down as well. */
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 1000;

/** Where the parts of a page stand that only a script can do; it shows them. */
export type PasskeyUse = 'sign-in' | 'add' | 'join';

/** Somebody who signs in for the farm. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}
