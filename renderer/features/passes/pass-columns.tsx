import type { ReactNode } from 'react';
import type { Pass, PassSortField } from '../../../../shared/passes/pass.ts';
import { formatCount } from '../../../components/format.ts';
import { TimeText } from '../../../components/time-text.tsx';
import { angleText, directionText, elsewhereText } from './pass-texts.ts';
import styles from './passes.module.css';

type PassColumn = {
  readonly field: PassSortField;
  readonly title: string;
  readonly isNumeric: boolean;
  readonly width: number;
  cell(pass: Pass): ReactNode;
};

const absent = <span className="muted">–</span>;

/** The columns of the list of passes. */
export const passColumns: readonly PassColumn[] = [
  {
    field: 'time',
    title: 'Collected (UTC)',
    isNumeric: false,
    width: 140,
    cell: ({ startedAt }) =>
      startedAt === null ? absent : <TimeText value={new Date(startedAt).toISOString()} zone={false} />,
  },
  {
    field: 'sensor',
    title: 'Sensor',
    isNumeric: false,
    width: 86,
    cell: ({ sensorName }) => sensorName ?? absent,
  },
  {
    field: 'mode',
    title: 'Mode',
    isNumeric: false,
    width: 58,
    cell: ({ sensorMode }) => sensorMode ?? absent,
  },
  {
    field: 'polarization',
    title: 'Pol.',
    isNumeric: false,
    width: 36,
    cell: ({ polarization }) => polarization ?? absent,
  },
  {
    field: 'incidence',
    title: 'Incidence',
    isNumeric: true,
    width: 70,
    cell: ({ incidenceAngle }) => (incidenceAngle === null ? absent : angleText(incidenceAngle)),
  },
  {
    field: 'azimuth',
    title: 'Azimuth',
    isNumeric: true,
    width: 60,
    cell: ({ azimuthAngle }) => (azimuthAngle === null ? absent : directionText(azimuthAngle)),
  },
  {
    field: 'product',
    title: 'Product',
    isNumeric: false,
    width: 58,
    cell: ({ productType }) => productType ?? absent,
  },
  {
    field: 'records',
    title: 'Records',
    isNumeric: true,
    width: 60,
    cell: ({ records }) => formatCount(records),
  },
  {
    field: 'detections',
    title: 'Detections',
    isNumeric: true,
    width: 84,
    cell: ({ detections, elsewhere, footprint }) => (
      <>
        {footprint.state === 'malformed' ? (
          <span className={styles.warning} title={`The footprint ${footprint.reason}.`}>
            no footprint{' '}
          </span>
        ) : null}
        {detections > 0 ? (
          formatCount(detections)
        ) : elsewhere > 0 ? (
          <span className="muted" title={`${elsewhereText(elsewhere)}.`}>
            0 of {formatCount(elsewhere)}
          </span>
        ) : (
          <span className="muted">0</span>
        )}
      </>
    ),
  },
  {
    field: 'reviewed',
    title: 'Reviewed',
    isNumeric: true,
    width: 78,
    cell: ({ reviewed }) => (reviewed === 0 ? <span className="muted">0</span> : formatCount(reviewed)),
  },
];

/** CSS grid tracks of the columns, and their least width together. */
export const passTracks = {
  template: passColumns.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(' '),
  least: passColumns.reduce((sum, { width }) => sum + width, 10),
};
