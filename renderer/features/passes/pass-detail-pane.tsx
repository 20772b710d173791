import { useQuery } from '@tanstack/react-query';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import type { PassDetail, PassRecord } from '../../../shared/passes/pass.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { useApp } from '../../context/app-context.tsx';
import { InspectorHeading, InspectorSection } from '../../context/inspector-section.tsx';
import { useGoneItem } from '../../context/use-gone-item.ts';
import { usePasses } from '../../context/use-stores.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import {
  compareRecordImages,
  exportPass,
  filterToPass,
  passTitle,
  reviewPass,
  zoomToPasses,
} from './pass-commands.ts';
import { detectionNotes, formatAngle, formatDirection } from './pass-texts.ts';
import styles from './passes.module.css';
import { passDetailQuery } from './use-pass-list-request.ts';

/** A pass in the inspector: the image's metadata, its detections, and its records. */
export function PassDetailPane({ passKey }: { readonly passKey: string }) {
  const { api, commands } = useApp();
  const chosen = usePasses((state) => state.chosenKeys.length);
  const { data, error, refetch } = useQuery(passDetailQuery(api, passKey));
  useGoneItem({ kind: 'pass', id: passKey }, data === null);
  return (
    <section className={styles.detail} aria-label="Pass">
      {chosen > 1 ? (
        <div className={styles.actions}>
          <span className="muted">{formatCount(chosen)} passes selected</span>
          <TextButton onClick={() => commands.run('passes.zoom')}>Zoom to all</TextButton>
          <TextButton disabled={chosen !== 2} onClick={() => commands.run('passes.compare')}>
            Compare two
          </TextButton>
        </div>
      ) : null}
      {error ? (
        <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <PassDetailBody detail={data} />
      ) : (
        <LoadingState label="Loading the pass…" />
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
        title={passTitle(pass)}
        badge={<TextButton onClick={() => app.commands.run('passes.clear')}>Clear</TextButton>}
      >
        <TextButton onClick={() => zoomToPasses(app, [outline])}>Zoom to</TextButton>
        <TextButton disabled={!hasDetections} onClick={() => void filterToPass(app, pass.key)}>
          Filter to this pass
        </TextButton>
        <TextButton disabled={!hasDetections} onClick={() => void reviewPass(app, pass)}>
          Review
        </TextButton>
        <TextButton disabled={!hasDetections} onClick={() => void exportPass(app, pass.key)}>
          Export…
        </TextButton>
      </InspectorHeading>
      <InspectorSection title="Image">
        <PassFacts detail={detail} />
      </InspectorSection>
      <InspectorSection title="Detections by analytic">
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
        title="Records"
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

function PassFacts({ detail: { pass, outline, startTimeUtc } }: { readonly detail: PassDetail }) {
  const given = [
    pass.sensorType ?? 'sensor type not given',
    pass.sensorMode ?? 'mode not given',
    pass.polarization ?? 'polarization not given',
    pass.productType ?? 'product type not given',
  ];
  const { azimuthAngle, incidenceAngle, footprint } = pass;
  return (
    <dl className={styles.facts}>
      <dt>Image</dt>
      <dd>{given.join(' · ')}</dd>
      <dt>Vendor ID</dt>
      <dd>{pass.vendorId ?? 'not given'}</dd>
      <dt>Start</dt>
      <dd>{startTimeUtc ?? 'not given'}</dd>
      <dt>Incidence</dt>
      <dd>{incidenceAngle === null ? 'not given' : formatAngle(incidenceAngle)}</dd>
      <dt>Azimuth</dt>
      <dd>
        {azimuthAngle === null
          ? 'not given'
          : `sensor at ${formatDirection(azimuthAngle)}, looking toward ${formatDirection(azimuthAngle + 180)}`}
      </dd>
      <dt>Angles valid</dt>
      <dd>
        {outline.isReferenceGiven
          ? 'at the given reference'
          : outline.reference
            ? 'reference not given; drawn inside the footprint'
            : 'reference not given'}
      </dd>
      <dt>Footprint</dt>
      <dd className={footprint.state === 'malformed' ? styles.warning : undefined}>
        {footprint.state === 'ready'
          ? formatSquareMetres(pass.squareMetres ?? 0)
          : footprint.state === 'none'
            ? 'not given'
            : `cannot be used: ${footprint.reason}`}
      </dd>
      {pass.disagreements.length > 0 ? (
        <>
          <dt>Records</dt>
          <dd className={styles.warning}>disagree on {pass.disagreements.join(', ')}</dd>
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
        {analytics.map(analyticDisplayName).join(', ') || 'Analytic not given'} ·{' '}
        {hasFeatures ? formatCount(detections) : 'not requested'}
      </TextButton>
      {passKeys.length > 1 ? (
        <TextButton onClick={() => void compareRecordImages(app, recordId)}>Compare its images</TextButton>
      ) : null}
    </li>
  );
}
