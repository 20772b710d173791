import type { ReactNode } from 'react';
import { analyticColor } from '../../../shared/results/analytic-color.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import type { DetectionPage, DetectionRow } from '../../../shared/results/detection.ts';
import { readMeaning } from '../../../shared/results/property-meaning.ts';
import { TimeText } from '../../components/time-text.tsx';
import styles from './dock.module.css';

export type SortField = DetectionPage['sort']['field'];

/** A column of the table. One without `sortField` cannot be sorted by. */
export type DetectionColumn = {
  readonly id: string;
  readonly title: string;
  readonly sortField?: SortField;
  /** A track of the CSS grid. */
  readonly width: string;
  cell(row: DetectionRow): ReactNode;
};

/** The table's columns from left to right. Length and heading are read from properties of common names. */
export const detectionColumns: readonly DetectionColumn[] = [
  { id: 'id', title: 'Id', sortField: 'id', width: 'minmax(56px, 56fr)', cell: ({ id }) => id },
  {
    id: 'analytic',
    title: 'Analytic',
    sortField: 'analytic',
    width: 'minmax(122px, 122fr)',
    cell: ({ analytic }) => (
      <>
        <span className={styles.dot} style={{ background: analyticColor(analytic) }} aria-hidden />
        {analyticDisplayName(analytic)}
      </>
    ),
  },
  {
    id: 'length',
    title: 'Length',
    width: 'minmax(52px, 52fr)',
    cell: ({ properties }) =>
      withUnit(readMeaning(properties).lengthMetres, (metres) => `${Math.round(metres)} m`),
  },
  {
    id: 'heading',
    title: 'Heading',
    width: 'minmax(60px, 60fr)',
    cell: ({ properties }) =>
      withUnit(
        readMeaning(properties).headingDegrees,
        (degrees) => `${String(Math.round(degrees) % 360).padStart(3, '0')}°`,
      ),
  },
  {
    id: 'confidence',
    title: 'Confidence',
    sortField: 'confidence',
    width: 'minmax(88px, 88fr)',
    cell: ({ confidence }) => withUnit(confidence, (value) => value.toFixed(2)),
  },
  {
    id: 'collectedAt',
    title: 'Collected (UTC)',
    sortField: 'collected',
    width: 'minmax(140px, 140fr)',
    cell: ({ collectedAt }) => (collectedAt ? <TimeText value={collectedAt} zone={false} /> : '–'),
  },
  {
    id: 'sensorName',
    title: 'Sensor',
    sortField: 'sensor',
    width: 'minmax(90px, 90fr)',
    cell: ({ sensorName }) => sensorName ?? '–',
  },
  {
    id: 'region',
    title: 'Region',
    sortField: 'region',
    width: 'minmax(102px, 102fr)',
    cell: ({ region }) => region ?? '–',
  },
];

/** The tracks of all columns, the same for head and rows. */
export const gridTemplateColumns = detectionColumns.map(({ width }) => width).join(' ');

function withUnit(value: number | null, print: (value: number) => string): string {
  return value === null ? '–' : print(value);
}
