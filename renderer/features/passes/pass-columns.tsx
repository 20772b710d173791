import type { ReactNode } from 'react';
import { formatCount, formatShown, timeHeading } from '../../../shared/format.ts';
import type { Pass, PassSortField } from '../../../shared/passes/pass.ts';
import { noPlaceText } from '../../../shared/places/nearest-port.ts';
import { TimeText } from '../../ui/time-text.tsx';

import { formatAngle, formatDirection, tracedElsewhereText } from './pass-texts.ts';
import styles from './passes.module.css';

type PassColumn = {
  readonly field: PassSortField;
  readonly title: string;
  readonly isNumeric: boolean;
  readonly width: number;
  cell(pass: Pass): ReactNode;
};

const noValue = <span className="muted">–</span>;

/** Without a footprint it is unknown what the image shows. */
function NoPlace({ isKnown }: { readonly isKnown: boolean }) {
  return (
    <span className="muted" title={isKnown ? noPlaceText : 'Place unknown: no footprint'}>
      –
    </span>
  );
}

/** The columns of the list of passes. */
export const passColumns: readonly PassColumn[] = [
  {
    field: 'time',
    get title() {
      return timeHeading('Collected');
    },
    isNumeric: false,
    width: 158,
    cell: ({ startedAt }) =>
      startedAt === null ? noValue : <TimeText value={new Date(startedAt).toISOString()} zone={false} />,
  },
  {
    field: 'place',
    title: 'Place',
    isNumeric: false,
    width: 92,
    cell: ({ place, footprint }) => place ?? <NoPlace isKnown={footprint.state === 'ready'} />,
  },
  {
    field: 'sensor',
    title: 'Sensor',
    isNumeric: false,
    width: 86,
    cell: ({ sensorName }) => sensorName ?? noValue,
  },
  {
    field: 'mode',
    title: 'Mode',
    isNumeric: false,
    width: 58,
    cell: ({ sensorMode }) => sensorMode ?? noValue,
  },
  {
    field: 'polarization',
    title: 'Pol.',
    isNumeric: false,
    width: 36,
    cell: ({ polarization }) => polarization ?? noValue,
  },
  {
    field: 'incidence',
    title: 'Incidence',
    isNumeric: true,
    width: 70,
    cell: ({ incidenceAngle }) => (incidenceAngle === null ? noValue : formatAngle(incidenceAngle)),
  },
  {
    field: 'azimuth',
    title: 'Azimuth',
    isNumeric: true,
    width: 60,
    cell: ({ azimuthAngle }) => (azimuthAngle === null ? noValue : formatDirection(azimuthAngle)),
  },
  {
    field: 'product',
    title: 'Product',
    isNumeric: false,
    width: 58,
    cell: ({ productType }) => productType ?? noValue,
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
    cell: ({ detections, allDetections, detectionsElsewhere: elsewhere, footprint }) => (
      <>
        {footprint.state === 'malformed' ? (
          <span className={styles.warning} title={`The footprint ${footprint.reason}.`}>
            no footprint{' '}
          </span>
        ) : null}
        {detections > 0 ? (
          formatShown(detections, allDetections)
        ) : elsewhere > 0 ? (
          <span className="muted" title={`${tracedElsewhereText(elsewhere)}.`}>
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

/** CSS grid tracks of the columns, and their minimum total width. */
export const passTracks = {
  template: passColumns.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(' '),
  minWidth: passColumns.reduce((sum, { width }) => sum + width, 10),
};
