import { useQuery } from '@tanstack/react-query';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatAngle, formatCount, formatDirection, formatQuantity } from '../../../shared/format.ts';
import type { PassDetail, PassRecord } from '../../../shared/passes/pass.ts';
import { sensorSideText } from '../../../shared/passes/sensor-side.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import { useApp } from '../../context/app-context.tsx';
import { InspectorHeading, InspectorSection } from '../../context/inspector-section.tsx';
import { useGoneItem } from '../../context/use-gone-item.ts';
import { usePasses } from '../../context/use-stores.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { BreakableId } from '../../ui/breakable-id.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import {
  compareRecordImages,
  exportPass,
  filterToPass,
  passSubject,
  passTime,
  reviewPass,
  zoomToPasses,
} from './pass-commands.ts';
import { detectionNotes, missingText, namedMissingText } from './pass-texts.ts';
import styles from './passes.module.css';
import { texts } from './texts.ts';

/** A pass in the inspector: the image's metadata, its detections, and its records. */
export function PassDetailPane({ passKey }: { readonly passKey: string }) {
  const { commands, queries } = useApp();
  const chosen = usePasses((state) => state.chosenKeys.length);
  const { data, error, refetch } = useQuery(queries.passes.detail.queryOptions(passKey));
  useGoneItem({ kind: 'pass', id: passKey }, data === null);
  return (
    <section className={styles.detail} aria-label={texts.detail.label}>
      {chosen > 1 ? (
        <div className={styles.actions}>
          <span className="muted">{texts.detail.selected(chosen)}</span>
          <TextButton onClick={() => commands.run('passes.zoom')}>{texts.detail.zoomToAll}</TextButton>
          <TextButton disabled={chosen !== 2} onClick={() => commands.run('passes.compare')}>
            {texts.detail.compareTwo}
          </TextButton>
        </div>
      ) : null}
      {error || !data ? (
        <QueryState query={{ error, refetch }} loading={texts.detail.loading} />
      ) : (
        <PassDetailBody detail={data} />
      )}
    </section>
  );
}

function PassDetailBody({ detail }: { readonly detail: PassDetail }) {
  const app = useApp();
  const { pass, outline } = detail;
  const hasDetections = pass.detections > 0;
  return (
    <>
      <InspectorHeading
        title={
          <>
            {passSubject(pass)} <span className={styles.time}>{passTime(pass)}</span>
          </>
        }
        badge={<TextButton onClick={() => app.commands.run('passes.clear')}>{texts.detail.clear}</TextButton>}
      >
        <TextButton onClick={() => void zoomToPasses(app, [outline.key])}>{texts.menu.zoom}</TextButton>
        <TextButton disabled={!hasDetections} onClick={() => void filterToPass(app, pass.key)}>
          {texts.menu.filter}
        </TextButton>
        <TextButton disabled={!hasDetections} onClick={() => void reviewPass(app, pass)}>
          {texts.menu.review}
        </TextButton>
        <TextButton disabled={!hasDetections} onClick={() => void exportPass(app, pass.key)}>
          {texts.menu.export}
        </TextButton>
      </InspectorHeading>
      <InspectorSection title={texts.detail.image}>
        <PassFacts detail={detail} />
      </InspectorSection>
      <InspectorSection title={texts.detail.byAnalytic}>
        <ul className={styles.tally}>
          {pass.byAnalytic.map(({ analytic, count }) => (
            <li key={analytic}>
              <AnalyticMark analytic={analytic} />
              {analyticDisplayName(analytic)} · {formatCount(count)}
            </li>
          ))}
          {detectionNotes(detail).map((note) => (
            <li key={note} className="muted">
              {note}
            </li>
          ))}
        </ul>
      </InspectorSection>
      <InspectorSection
        title={texts.detail.records}
        label={formatQuantity(detail.records.length, 'record')}
        actions={<span className="muted numeric">{formatCount(detail.records.length)}</span>}
      >
        <ul className={styles.records}>
          {detail.records.map((record) => (
            <RecordEntry key={record.recordId} record={record} />
          ))}
        </ul>
      </InspectorSection>
    </>
  );
}

function FootprintFact({ pass }: { readonly pass: PassDetail['pass'] }) {
  const { footprint } = pass;
  if (footprint.state === 'none') return <dd>{missingText(pass, 'footprint')}</dd>;
  if (footprint.state === 'malformed')
    return <dd className={styles.warning}>{texts.detail.unusable(footprint.reason)}</dd>;
  const area = formatSquareMetres(pass.squareMetres ?? 0);
  if (footprint.remark === undefined) return <dd>{area}</dd>;
  return <dd className={styles.warning}>{texts.detail.doubtful(area, footprint.remark)}</dd>;
}

function PassFacts({ detail: { pass, outline, startTimeUtc } }: { readonly detail: PassDetail }) {
  const given = [
    pass.sensorType ?? namedMissingText(pass, 'sensorType'),
    pass.sensorMode ?? namedMissingText(pass, 'sensorMode'),
    pass.polarization ?? namedMissingText(pass, 'polarization'),
    pass.productType ?? namedMissingText(pass, 'productType'),
  ];
  const { azimuthAngle, incidenceAngle } = pass;
  return (
    <dl className={styles.facts}>
      <dt>{texts.detail.image}</dt>
      <dd>{given.join(' · ')}</dd>
      <dt>{texts.detail.vendorId}</dt>
      <dd>{pass.vendorId === null ? texts.notGiven.value : <BreakableId id={pass.vendorId} />}</dd>
      <dt>{texts.detail.start}</dt>
      <dd title={startTimeUtc ?? undefined}>
        {startTimeUtc ? <TimeText value={startTimeUtc} /> : texts.notGiven.value}
      </dd>
      <dt>{texts.detail.incidence}</dt>
      <dd>{incidenceAngle === null ? missingText(pass, 'incidenceAngle') : formatAngle(incidenceAngle)}</dd>
      <dt>{texts.detail.azimuth}</dt>
      <dd>
        {azimuthAngle === null
          ? missingText(pass, 'azimuthAngle')
          : texts.detail.azimuthText(formatDirection(azimuthAngle), sensorSideText(azimuthAngle))}
      </dd>
      <dt>{texts.detail.anglesValid}</dt>
      <dd>
        {outline.isReferenceGiven
          ? texts.detail.atReference
          : outline.reference
            ? texts.detail.insideFootprint(namedMissingText(pass, 'geometryReference'))
            : namedMissingText(pass, 'geometryReference')}
      </dd>
      <dt>{texts.detail.footprint}</dt>
      <FootprintFact pass={pass} />
      {pass.disagreements.length > 0 ? (
        <>
          <dt>{texts.detail.records}</dt>
          <dd className={styles.warning}>{texts.detail.disagreement(pass.disagreements.join(', '))}</dd>
        </>
      ) : null}
    </dl>
  );
}

function RecordEntry({ record }: { readonly record: PassRecord }) {
  const app = useApp();
  const { recordId, analytics, detections, hasFeatures, passKeys } = record;
  return (
    <li>
      <TextButton
        title={recordId}
        onClick={() => {
          app.stores.results.getState().setFilter({ recordId });
          app.stores.dock.getState().setTab('table');
        }}
      >
        {analytics.map(analyticDisplayName).join(', ') || texts.notGiven.analytic} ·{' '}
        {hasFeatures ? formatCount(detections) : texts.notFetched}
      </TextButton>
      {passKeys.length > 1 ? (
        <TextButton onClick={() => void compareRecordImages(app, recordId)}>
          {texts.detail.compareImages}
        </TextButton>
      ) : null}
    </li>
  );
}
