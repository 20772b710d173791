import { useQuery } from '@tanstack/react-query';
import type { PassDetail, PassRecord } from '../../../../shared/passes/pass.ts';
import { analyticColor } from '../../../../shared/results/analytic-color.ts';
import { analyticDisplayName } from '../../../../shared/results/analytic-name.ts';
import { toFailure } from '../../../api/failure-error.ts';
import { useApp } from '../../../app/app-context.tsx';
import { usePasses } from '../../../app/use-stores.ts';
import {
  compareOfRecord,
  exportPass,
  filterToPass,
  passTitle,
  reviewPass,
  zoomToPasses,
} from '../../../commands/pass-commands.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { formatCount, formatQuantity, formatSquareKilometres } from '../../../components/format.ts';
import { LoadingState } from '../../../components/loading-state.tsx';
import { PanelHeading } from '../../../components/panel-heading.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import dockStyles from '../dock.module.css';
import { angleText, detectionNotes, directionText } from './pass-texts.ts';
import styles from './passes.module.css';
import { passDetailQuery } from './use-pass-list.ts';

/** One pass in the inspector: what is known of the image, what was found in it, and its records. */
export function PassDetailPane({ passKey }: { readonly passKey: string }) {
  const { api, commands } = useApp();
  const chosen = usePasses((state) => state.chosen.length);
  const { data, error, refetch } = useQuery(passDetailQuery(api, passKey));
  return (
    <section className={styles.detail} aria-label="Pass">
      <PanelHeading title={chosen > 1 ? `Pass · ${formatCount(chosen)} chosen` : 'Pass'}>
        <TextButton onClick={() => commands.run('passes.clear')}>Clear</TextButton>
      </PanelHeading>
      {chosen > 1 ? (
        <div className={styles.actions}>
          <TextButton onClick={() => commands.run('passes.zoom')}>Zoom to all</TextButton>
          <TextButton disabled={chosen !== 2} onClick={() => commands.run('passes.compare')}>
            Compare two
          </TextButton>
        </div>
      ) : null}
      {error ? (
        <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState label="Looking" />
      ) : data === null ? (
        <EmptyState
          title="This pass no longer exists"
          hint="Newer versions of its records name other images. Pick another pass."
        />
      ) : (
        <Detail detail={data} />
      )}
    </section>
  );
}

function Detail({ detail }: { readonly detail: PassDetail }) {
  const app = useApp();
  const { pass, outline } = detail;
  const hasDetections = pass.detections > 0;
  return (
    <>
      <strong>{passTitle(pass)}</strong>
      <div className={styles.actions}>
        <TextButton onClick={() => zoomToPasses(app, [outline])}>Zoom to</TextButton>
        <TextButton disabled={!hasDetections} onClick={() => void filterToPass(app, pass.key)}>
          Filter to it
        </TextButton>
        <TextButton disabled={!hasDetections} onClick={() => void reviewPass(app, pass.key, pass)}>
          Review
        </TextButton>
        <TextButton disabled={!hasDetections} onClick={() => void exportPass(app, pass.key)}>
          Export…
        </TextButton>
      </div>
      <Facts detail={detail} />
      <h3 className={styles.heading}>Detections</h3>
      <ul className={styles.tally}>
        {pass.byAnalytic.map(({ analytic, count }) => (
          <li key={analytic}>
            <span className={dockStyles.dot} style={{ background: analyticColor(analytic) }} aria-hidden />
            {analyticDisplayName(analytic)} · {formatCount(count)}
          </li>
        ))}
        {detectionNotes(detail).map((note) => (
          <li key={note} className="muted">
            {note}
          </li>
        ))}
      </ul>
      <h3 className={styles.heading}>{formatQuantity(detail.records.length, 'record')}</h3>
      <ul className={styles.records}>
        {detail.records.map((record) => (
          <RecordEntry key={record.recordId} record={record} />
        ))}
      </ul>
    </>
  );
}

function Facts({ detail: { pass, outline, startTimeUtc } }: { readonly detail: PassDetail }) {
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
      <dt>Vendor id</dt>
      <dd>{pass.vendorId ?? 'not given'}</dd>
      <dt>Start</dt>
      <dd>{startTimeUtc ?? 'not given'}</dd>
      <dt>Incidence</dt>
      <dd>{incidenceAngle === null ? 'not given' : angleText(incidenceAngle)}</dd>
      <dt>Azimuth</dt>
      <dd>
        {azimuthAngle === null
          ? 'not given'
          : `sensor at ${directionText(azimuthAngle)}, looking towards ${directionText(azimuthAngle + 180)}`}
      </dd>
      <dt>Angles hold</dt>
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
          ? formatSquareKilometres(pass.squareMetres ?? 0)
          : footprint.state === 'none'
            ? 'not given'
            : `cannot be used: ${footprint.reason}`}
      </dd>
      {pass.disagreements.length > 0 ? (
        <>
          <dt>Records</dt>
          <dd className={styles.warning}>do not agree on {pass.disagreements.join(', ')}</dd>
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
          app.stores.dock.setState({ tab: 'table' });
        }}
      >
        {analytics.map(analyticDisplayName).join(', ') || 'Analytic not given'} ·{' '}
        {hasFeatures ? formatCount(detections) : 'not asked for'}
      </TextButton>
      {passKeys.length > 1 ? (
        <TextButton onClick={() => void compareOfRecord(app, recordId)}>Compare its images</TextButton>
      ) : null}
    </li>
  );
}
