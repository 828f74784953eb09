import { createContext, useContext } from 'react';
import type { Role } from '#domain/people.ts';

/** Of the person who looks at the orders. The server enforces it; the page only hides what would be refused. */
export const RoleContext = createContext<Role>('owner');

/** The columns of a table without that of the sums for packers, who are told none. */
export function useColumns(columns: readonly string[], sums: string): readonly string[] {
  const role = useContext(RoleContext);
  return columns.filter((name) => role === 'owner' || name !== sums);
}

interface TableHeadProps {
  /** For screen readers, which list a page's tables. */
  readonly caption: string;
  readonly columns: readonly string[];
}

export function TableHead({ caption, columns }: TableHeadProps) {
  return (
    <>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}
