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
