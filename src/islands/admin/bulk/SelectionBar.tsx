import { useEffect, useRef } from 'react';
import type { OrderSelection } from './use-selection.ts';
import './bulk.css';

interface SelectionBarProps {
  readonly selection: OrderSelection;
  /** While the selected orders are being marked. */
  readonly isBusy: boolean;
  readonly onShip: () => void;
}

/** Selects every order of the page that is ready to pack, and offers the actions for the selection. */
export function SelectionBar({ selection, isBusy, onShip }: SelectionBarProps) {
  const { selectable, selected, select } = selection;
  const all = useRef<HTMLInputElement>(null);
  const isSome = selected.length > 0;
  const isAll = isSome && selected.length === selectable.length;
  useEffect(() => {
    if (all.current) all.current.indeterminate = isSome && !isAll;
  }, [isSome, isAll]);

  return (
    <fieldset className={isSome || isBusy ? 'bulk-bar active' : 'bulk-bar'}>
      <legend className="visually-hidden">Selected orders</legend>
      <label className="admin-select">
        <input
          ref={all}
          type="checkbox"
          checked={isAll}
          disabled={selectable.length === 0}
          onChange={(event) => select(selectable, event.target.checked)}
        />
        <span>{selectable.length === 0 ? 'Nothing to pack on this page' : 'Select all on this page'}</span>
      </label>
      <p aria-live="polite">{isBusy ? 'Marking as shipped...' : isSome && describeCount(selected.length)}</p>
      {isSome && (
        <button className="button" type="button" onClick={onShip}>
          Mark shipped
        </button>
      )}
    </fieldset>
  );
}

function describeCount(count: number): string {
  return count === 1 ? '1 order selected' : `${count} orders selected`;
}
