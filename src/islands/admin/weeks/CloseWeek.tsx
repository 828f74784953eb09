import '../../../styles/forms.css';
import './close-week.css';
import { useState } from 'react';
import { labelWeek } from '#domain/delivery/weeks.ts';
import { CloseWeekDialog } from './CloseWeekDialog.tsx';

interface CloseWeekProps {
  readonly week: string;
  readonly isClosed: boolean;
}

/** Opens the dialog that closes a week. Its queries begin only then. */
export function CloseWeek({ week, isClosed }: CloseWeekProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button className="week-close" type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {isClosed ? 'Closed week: open or empty it' : 'Close this week'}
        <span className="visually-hidden"> {labelWeek(week)}</span>
      </button>
      {isOpen && <CloseWeekDialog week={week} onClose={() => setOpen(false)} />}
    </>
  );
}
