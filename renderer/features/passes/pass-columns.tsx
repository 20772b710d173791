import { IconAnchor } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  formatAngle,
  formatCount,
  formatDirection,
  formatQuantity,
  formatShown,
  timeHeading,
} from '../../../shared/format.ts';
import type { Pass, PassGroup, PassRow, PassSortField } from '../../../shared/passes/pass.ts';
import { noPlaceText } from '../../../shared/places/nearest-port.ts';
import type { GridColumn } from '../../ui/table/row-grid.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { groupTitle, missingText, namedMissingText, type PassMember } from './pass-texts.ts';
import styles from './passes.module.css';
import { texts } from './texts.ts';

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

/** The text of a pass; the first column shows groups, which cover all others. */
const ofPass = (cell: (pass: Pass) => ReactNode) => (row: PassRow) =>
  row.kind === 'pass' ? cell(row.pass) : <GroupHeading group={row.group} />;

/** The columns of the list of passes; the inspector shows those that are left out, too. */
export const passColumns: readonly GridColumn<PassRow, PassSortField>[] = [
  {
    field: 'time',
    get title() {
      return timeHeading(texts.columns.collected);
    },
    width: 150,
    span: ({ kind }) => (kind === 'pass' ? 1 : passColumns.length),
    cell: ofPass(({ startedAt }) =>
      startedAt === null ? noValue : <TimeText value={new Date(startedAt).toISOString()} zone={false} />,
    ),
  },
  {
    field: 'place',
    title: texts.columns.place,
    width: 92,
    cell: ofPass((pass) => pass.place ?? <NoPlace pass={pass} />),
  },
  {
    field: 'sensor',
    title: texts.columns.sensor,
    width: 86,
    cell: ofPass(({ sensorName }) => sensorName ?? noValue),
  },
  {
    field: 'mode',
    title: texts.columns.mode,
    width: 158,
    dropOrder: 4,
    cell: ofPass((pass) => pass.sensorMode ?? missing(pass, 'sensorMode')),
  },
  {
    field: 'polarization',
    title: texts.columns.polarization,
    width: 36,
    dropOrder: 5,
    cell: ofPass((pass) => pass.polarization ?? missing(pass, 'polarization')),
  },
  {
    field: 'incidence',
    title: texts.columns.incidence,
    isNumeric: true,
    width: 70,
    dropOrder: 6,
    cell: ofPass((pass) =>
      pass.incidenceAngle === null ? missing(pass, 'incidenceAngle') : formatAngle(pass.incidenceAngle),
    ),
  },
  {
    field: 'azimuth',
    title: texts.columns.azimuth,
    isNumeric: true,
    width: 60,
    dropOrder: 2,
    cell: ofPass((pass) =>
      pass.azimuthAngle === null ? missing(pass, 'azimuthAngle') : formatDirection(pass.azimuthAngle),
    ),
  },
  {
    field: 'product',
    title: texts.columns.product,
    width: 58,
    dropOrder: 1,
    cell: ofPass((pass) => pass.productType ?? missing(pass, 'productType')),
  },
  {
    field: 'records',
    title: texts.columns.records,
    isNumeric: true,
    width: 60,
    dropOrder: 3,
    cell: ofPass(({ records }) => formatCount(records)),
  },
  {
    field: 'detections',
    title: texts.columns.detections,
    isNumeric: true,
    width: 84,
    cell: ofPass(
      ({
        detections,
        allDetections,
        detectionsElsewhere: elsewhere,
        footprint,
        hasAllFeatures,
        isExamined,
      }) => (
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
            <span className="muted" title={isExamined ? undefined : texts.notExamined.why}>
              {!hasAllFeatures ? texts.notFetched : isExamined ? '0' : texts.notExamined.short}
            </span>
          )}
        </>
      ),
    ),
  },
  {
    field: 'reviewed',
    title: texts.columns.reviewed,
    isNumeric: true,
    width: 74,
    dropOrder: 7,
    cell: ofPass(({ reviewed, detections }) => (
      <span className={reviewed === 0 ? 'muted' : undefined}>
        {detections === 0 ? '–' : formatCount(reviewed)}
      </span>
    )),
  },
];

function GroupHeading({ group }: { readonly group: PassGroup }) {
  const { subject, passes, detections, reviewed, isCollapsed } = group;
  return (
    <>
      <span aria-hidden>{isCollapsed ? '▸' : '▾'}</span>
      {subject.kind === 'place' ? <IconAnchor size={13} stroke={1.5} aria-hidden /> : null}
      <strong>{groupTitle(subject)}</strong>
      <span className="muted">
        {formatQuantity(passes, 'pass', 'passes')} · {formatQuantity(detections, 'detection')}
        {detections > 0 ? texts.list.reviewed(reviewed, detections) : ''}
      </span>
    </>
  );
}
