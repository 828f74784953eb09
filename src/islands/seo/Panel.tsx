import type { ReactNode } from 'react';
import type { PageSection } from '#domain/schemas/page.ts';

interface PanelProps {
  readonly section: PageSection;
  /** Its content is about to change. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** A part of a tab: heading and text from the page's content file, then its figures. */
export function Panel({ section, isBusy = false, children }: PanelProps) {
  return (
    <div className="seo-panel" aria-busy={isBusy}>
      <h2>{section.heading}</h2>
      {section.text?.map((paragraph) => (
        <p key={paragraph} className="seo-words">
          {paragraph}
        </p>
      ))}
      {children}
      {section.note !== undefined && <p className="seo-note">{section.note}</p>}
    </div>
  );
}

interface TileProps {
  readonly name: string;
  readonly isSample?: boolean;
  readonly children: ReactNode;
}

/** One figure and its name, in a `<dl>`. */
export function Tile({ name, isSample = false, children }: TileProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children} {isSample && <span className="seo-stamp">Sample</span>}
      </dd>
    </div>
  );
}
