import type { ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly isSample?: boolean;
  readonly children: ReactNode;
}

/** One figure and its name, in a `<dl>`. */
export function Tile({ name, isSample = false, children }: Props) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children} {isSample && <span className="seo-stamp">Sample</span>}
      </dd>
    </div>
  );
}
