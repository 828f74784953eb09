import type { CollectionName } from '../reader/collections.ts';
import { allEntries, type Content, type ContentValues, strings } from '../reader/parse-content.ts';
import { type FieldPath, nameField } from '../reader/problems.ts';

/** A figure that is typed into a sentence, so that changing the figure elsewhere does not change it. */
export interface TypedFigure {
  /** Path below content/. */
  readonly file: string;
  readonly path: FieldPath;
  readonly figure: string;
}

const SENTENCES: readonly CollectionName[] = [
  'pages',
  'towns',
  'faq',
  'varieties',
  'careSteps',
  'troubleshooting',
];
/** Figures that only the varieties page has. */
const OWN_FIELDS = /^guide\.(from|sizesAvailable)$/;
const FIGURE =
  /£\d[\d.]*|\b\d{1,2}(:\d\d)?[ap]m\b|\b0\d{4}[ \d]{6,}|\b\d+([-–]\d+)? (minutes|weeks)\b|\d+[-–]?\d*cm\b/g;

/** Finds every price, hour, phone number, time and length that a sentence could replace by a token. */
export function findTypedFigures(content: Content): TypedFigure[] {
  return allEntries(content)
    .filter(({ collection }) => SENTENCES.includes(collection))
    .flatMap(({ file, data, path }) =>
      [...strings(data)]
        .filter(([way]) => !OWN_FIELDS.test(way.join('.')))
        .flatMap(([way, text]) =>
          (text.match(FIGURE) ?? []).map((figure) => ({ file, path: [...path, ...way], figure })),
        ),
    );
}

export function formatTypedFigures(figures: readonly TypedFigure[], values: ContentValues): string {
  const lines = figures.map(
    ({ file, path, figure }) => `  content/${file}: ${nameField(values[file], path)}: ${figure}`,
  );
  return ['Typed into a sentence, where a token would keep it right:', ...lines].join('\n');
}
