import type { ReactNode } from 'react';
import {
  formatAngle,
  formatCount,
  formatDirection,
  formatShown,
  timeHeading,
} from '../../../shared/format.ts';
import type { Pass, PassSortField } from '../../../shared/passes/pass.ts';
import { noPlaceText } from '../../../shared/places/nearest-port.ts';
import { TimeText } from '../../ui/time-text.tsx';
import type { FittedColumn } from '../../ui/table/fit-columns.ts';

import { missingText, namedMissingText, type PassMember } from './pass-texts.ts';
import styles from './passes.module.css';
import { texts } from './texts.ts';

export type PassColumn = FittedColumn & {
  readonly field: PassSortField;
  readonly title: string;
  readonly isNumeric: boolean;
  cell(pass: Pass): ReactNode;
};

const noValue = <span className="muted">–</span>;

/** Without a footprint it is unknown what the image shows. */
function NoPlace({ pass }: { readonly pass: Pass }) {
  const { footprint } = pass;
  const reason =
    footprint.state === 'ready'
      ? noPlaceText
      : texts.columns.unknownPlace(
          footprint.state === 'none' ? namedMissingText(pass, 'footprint') : texts.columns.unusableFootprint,
        );
  return (
    <span className="muted" title={reason}>
      –
    </span>
  );
}

/** Reason why the number of detections in an image may mean less than it seems to. */
function FootprintWarning({ footprint }: Pick<Pass, 'footprint'>) {
  if (footprint.state === 'malformed') {
    return (
      <span className={styles.warning} title={texts.columns.malformedFootprint(footprint.reason)}>
        {texts.columns.unusableFootprint}{' '}
      </span>
    );
  }
  if (footprint.state === 'none' || footprint.remark === undefined) return null;
  return (
    <span className={styles.warning} title={texts.columns.footprintRemark(footprint.remark)}>
      {texts.columns.doubtfulFootprint}{' '}
    </span>
  );
}

/** Text for a missing value: a dash only when it was requested with the records. */
function missing(pass: Pass, member: PassMember): ReactNode {
  const reason = missingText(pass, member);
  return (
    <span className="muted" title={reason}>
      {reason === texts.notFetched ? reason : '–'}
    </span>
  );
}

/** The columns of the list of passes; the inspector shows those that are left out, too. */
export const passColumns: readonly PassColumn[] = [
  {
    field: 'time',
    get title() {
      return timeHeading(texts.columns.collected);
    },
    isNumeric: false,
    width: 150,
    cell: ({ startedAt }) =>
      startedAt === null ? noValue : <TimeText value={new Date(startedAt).toISOString()} zone={false} />,
  },
  {
    field: 'place',
    title: texts.columns.place,
    isNumeric: false,
    width: 92,
    cell: (pass) => pass.place ?? <NoPlace pass={pass} />,
  },
  {
    field: 'sensor',
    title: texts.columns.sensor,
    isNumeric: false,
    width: 86,
    cell: ({ sensorName }) => sensorName ?? noValue,
  },
  {
    field: 'mode',
    title: texts.columns.mode,
    isNumeric: false,
    width: 112,
    dropOrder: 4,
    cell: (pass) => pass.sensorMode ?? missing(pass, 'sensorMode'),
  },
  {
    field: 'polarization',
    title: texts.columns.polarization,
    isNumeric: false,
    width: 36,
    dropOrder: 5,
    cell: (pass) => pass.polarization ?? missing(pass, 'polarization'),
  },
  {
    field: 'incidence',
    title: texts.columns.incidence,
    isNumeric: true,
    width: 70,
    dropOrder: 6,
    cell: (pass) =>
      pass.incidenceAngle === null ? missing(pass, 'incidenceAngle') : formatAngle(pass.incidenceAngle),
  },
  {
    field: 'azimuth',
    title: texts.columns.azimuth,
    isNumeric: true,
    width: 60,
    dropOrder: 2,
    cell: (pass) =>
      pass.azimuthAngle === null ? missing(pass, 'azimuthAngle') : formatDirection(pass.azimuthAngle),
  },
  {
    field: 'product',
    title: texts.columns.product,
    isNumeric: false,
    width: 58,
    dropOrder: 1,
    cell: (pass) => pass.productType ?? missing(pass, 'productType'),
  },
  {
    field: 'records',
    title: texts.columns.records,
    isNumeric: true,
    width: 60,
    dropOrder: 3,
    cell: ({ records }) => formatCount(records),
  },
  {
    field: 'detections',
    title: texts.columns.detections,
    isNumeric: true,
    width: 84,
    cell: ({ detections, allDetections, detectionsElsewhere: elsewhere, footprint, hasAllFeatures }) => (
      <>
        <FootprintWarning footprint={footprint} />
        {detections > 0 || allDetections > 0 ? (
          <span className={detections > 0 ? undefined : 'muted'}>
            {formatShown(detections, allDetections)}
          </span>
        ) : elsewhere > 0 ? (
          <span className="muted" title={`${texts.notes.tracedElsewhere(elsewhere)}.`}>
            {texts.columns.noneOf(elsewhere)}
          </span>
        ) : (
          <span className="muted">{hasAllFeatures ? '0' : texts.notFetched}</span>
        )}
      </>
    ),
  },
  {
    field: 'reviewed',
    title: texts.columns.reviewed,
    isNumeric: true,
    width: 74,
    dropOrder: 7,
    cell: ({ reviewed, detections }) => (
      <span className={reviewed === 0 ? 'muted' : undefined}>
        {detections === 0 ? '–' : formatCount(reviewed)}
      </span>
    ),
  },
];
