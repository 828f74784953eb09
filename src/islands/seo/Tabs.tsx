import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

interface Tab {
  /** The panel's id, which is also its anchor. */
  readonly id: string;
  readonly name: string;
  readonly panel: ReactNode;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly [Tab, ...Tab[]];
}

/**
 * Tabs as the ARIA practices describe them: one tab stop, arrow keys, Home and End, and the panel follows the focus.
 * Before any script runs they are links, and every panel is visible. The URL names the panel, so that a reload keeps
 * it.
 */
export function Tabs({ label, tabs }: Props) {
  const [selected, setSelected] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Only the address that the page came with decides.
  useEffect(() => {
    const named = location.hash.slice(1);
    setSelected(tabs.some(({ id }) => id === named) ? named : tabs[0].id);
  }, []);

  const select = (id: string) => {
    setSelected(id);
    history.replaceState(history.state, '', `#${id}`);
  };
  const moveFocus = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ id }) => id === selected);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs[(next + tabs.length) % tabs.length] ?? tabs[0];
    select(tab.id);
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };

  if (selected === null) {
    return (
      <>
        <nav className="seo-tabs" aria-label={label}>
          {tabs.map(({ id, name }) => (
            <a key={id} className="seo-tab" href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
        {tabs.map(({ id, panel }) => (
          <div key={id} id={id} className="seo-tab-panel">
            {panel}
          </div>
        ))}
      </>
    );
  }
  return (
    <>
      <div ref={list} className="seo-tabs" role="tablist" aria-label={label} onKeyDown={moveFocus}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            id={`tab-${id}`}
            className="seo-tab"
            type="button"
            role="tab"
            aria-controls={id}
            aria-selected={id === selected}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => select(id)}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }) => (
        <div
          key={id}
          id={id}
          className="seo-tab-panel"
          role="tabpanel"
          aria-labelledby={`tab-${id}`}
          hidden={id !== selected}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: A panel without a control in it is reached by keyboard all the same.
          tabIndex={0}
        >
          {panel}
        </div>
      ))}
    </>
  );
}
