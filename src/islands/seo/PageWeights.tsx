import { useState } from 'react';
import type { PageWeight } from '#domain/seo-figures.ts';
import { formatKilobytes } from './kilobytes.ts';
import type { FiguresState } from './use-checks.ts';
import { LoadedFigures } from './LoadedFigures.tsx';

/** How many rows are shown at first. */
const FIRST_SHOWN = 10;

/** The transfer size of each page, the heaviest first. */
export function PageWeights({ figures }: { readonly figures: FiguresState }) {
  return <LoadedFigures figures={figures}>{({ pageWeights }) => <WeightTable weights={pageWeights} />}</LoadedFigures>;
}

function WeightTable({ weights }: { readonly weights: readonly PageWeight[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? weights : weights.slice(0, FIRST_SHOWN);
  const heaviest = weights[0]?.bytes ?? 1;
  return (
    <>
      <table className="seo-table seo-weights">
        <caption className="visually-hidden">Page weights</caption>
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col">HTML as sent</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ page, bytes }) => (
            <tr key={page}>
              <th scope="row">
                <code>{page}</code>
              </th>
              <td>
                {formatKilobytes(bytes)}
                <svg className="seo-bar-of" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(bytes / heaviest) * 100} height="1" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {weights.length > FIRST_SHOWN && (
        <button
          type="button"
          className="button quiet"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? `Show the ${FIRST_SHOWN} heaviest` : `Show all ${weights.length} pages`}
        </button>
      )}
    </>
  );
}
