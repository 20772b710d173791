import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatSquareMetres } from '../../../../shared/areas/format-square-metres.ts';
import { formatCount, formatQuantity, formatTime, timeHeading } from '../../../../shared/format.ts';
import type { BoundingBox } from '../../../../shared/geo/geometry.ts';
import type {
  CoverageLedger,
  LedgerEntry,
  LedgerEntryRecord,
} from '../../../../shared/orders/ledger/coverage-ledger.ts';
import { analyticDisplayName } from '../../../../shared/results/analytics.ts';
import type { Api } from '../../../api/client.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useWorkspace } from '../../../context/use-stores.ts';
import { hasRunningFetch } from '../../../stores/workspace-store.ts';
import { AnalyticMark } from '../../../ui/analytic-mark.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Note } from '../../../ui/note.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { type BadgeTone, StatusBadge } from '../../../ui/status-badge.tsx';
import { Table } from '../../../ui/table/table.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { showRecordOnMap } from '../order-tracking-commands.ts';
import { texts } from '../texts.ts';
import styles from './tracking.module.css';

/**
 * The coverage of an order's areas by records: imaged with detections, imaged without any, or no record. It is not
 * updated while results are being fetched: computing it for every page would slow down the fetch.
 */
export function CoverageLedgerView({ orderId }: { readonly orderId: string }) {
  const { queries } = useApp();
  const isBusy = useWorkspace(hasRunningFetch);
  const ledger = useQuery(queries.orderTracking.ledger.queryOptions(orderId, { enabled: !isBusy }));
  if (ledger.isPending || ledger.error) {
    const loading = isBusy ? texts.ledger.waiting : texts.ledger.computing;
    return <QueryState query={ledger} title={texts.ledger.notComputed} loading={loading} />;
  }
  return (
    <>
      {isBusy && <p className="muted">{texts.ledger.fetchRunning}</p>}
      <LedgerBody ledger={ledger.data} />
    </>
  );
}

function LedgerBody({ ledger }: { readonly ledger: Ledger }) {
  const { areas, beginsAt, problems } = ledger;
  const { unassessed, basis } = ledger.ledger;
  const entries = beginsAt === null ? ledger.ledger.entries : [];
  return (
    <section aria-label={texts.ledger.label}>
      {problems.map((problem) => (
        <Note key={problem} tone="warn">
          {problem}
        </Note>
      ))}
      {beginsAt !== null ? (
        <p className="muted">{texts.ledger.beginsAt(beginsAt)}</p>
      ) : entries.length === 0 ? (
        <EmptyState title={texts.ledger.nothing} hint={texts.ledger.nothingHint} />
      ) : (
        <Totals entries={entries} />
      )}
      {areas.map((area) => (
        <AreaCard key={area.name} area={area} entries={entries.filter((entry) => entry.area === area.name)} />
      ))}
      {unassessed.length > 0 && <UnassessedRecords unassessed={unassessed} />}
      <ul className={styles.basis}>
        {basis.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

function Totals({ entries }: { readonly entries: Ledger['ledger']['entries'] }) {
  const counted = (['detections', 'none-found', 'not-fetched', 'no-record'] as const)
    .map((verdict) => ({
      verdict,
      count: entries.filter((entry) => entry.outcome === verdict).length,
    }))
    // Rare, so it is listed only where it occurs.
    .filter(({ verdict, count }) => verdict !== 'not-fetched' || count > 0);
  if (entries.every(({ outcome }) => outcome === 'no-record'))
    return <p title={texts.ledger.outcomes['no-record'].meaning}>{texts.ledger.noneShown}</p>;
  return (
    <div className={styles.totals}>
      <span>{texts.ledger.byAreaAndAnalytic}</span>
      {counted.map(({ verdict, count }) => (
        <div key={verdict} title={texts.ledger.outcomes[verdict].meaning}>
          <strong className="numeric">{formatCount(count)}</strong> {texts.ledger.outcomes[verdict].total}
        </div>
      ))}
    </div>
  );
}

function AreaCard({
  area,
  entries,
}: {
  readonly area: Ledger['areas'][number];
  readonly entries: Ledger['ledger']['entries'];
}) {
  const { engine } = useApp();
  const { bounds } = area;
  return (
    <section className={styles.area} aria-label={area.name}>
      <div className={styles.areaHead}>
        <span>
          {area.name} <span className="muted numeric">{formatSquareMetres(area.squareMetres)}</span>
        </span>
        {bounds && (
          <TextButton onClick={() => engine.camera.fitBounds(bounds)}>{texts.ledger.zoomTo}</TextButton>
        )}
      </div>
      {entries.map((entry) => (
        <LedgerEntryRow key={entry.analytic} entry={entry} bounds={bounds} />
      ))}
    </section>
  );
}

/** Maximum number of records listed by id. */
const maxListedRecords = 50;

function UnassessedRecords({ unassessed }: { readonly unassessed: Ledger['ledger']['unassessed'] }) {
  const groups = Map.groupBy(unassessed, ({ reason }) => reason);
  return (
    <details className={styles.unassessed}>
      <summary>{texts.ledger.unassessed(unassessed.length)}</summary>
      {[...groups].map(([reason, records]) => (
        <div key={reason}>
          {formatCount(records.length)} {texts.ledger.unassessedReasons[reason]}:
          <ul className={styles.recordIds}>
            {records.slice(0, maxListedRecords).map(({ recordId }) => (
              <li key={recordId}>{recordId}</li>
            ))}
          </ul>
          {records.length > maxListedRecords && <div className="muted">{texts.ledger.more}</div>}
        </div>
      ))}
    </details>
  );
}

/** The coverage of one area by one analytic, with the records that it is derived from. */
function LedgerEntryRow({
  entry,
  bounds,
}: {
  readonly entry: LedgerEntry;
  /** The bounds of the area; null when it cannot be shown. */
  readonly bounds: BoundingBox | null;
}) {
  const { analytic, outcome: verdict, detections, records, text } = entry;
  const { label, meaning } = texts.ledger.outcomes[verdict];
  return (
    <div className={styles.entry}>
      <div className={styles.entryHead}>
        <AnalyticMark analytic={analytic} />
        <span>{analyticDisplayName(analytic)}</span>
        <StatusBadge tone={outcomeTones[verdict]} tip={meaning}>
          {verdict === 'detections' ? formatQuantity(detections, 'detection') : label}
        </StatusBadge>
      </div>
      <div className="muted">{text}</div>
      {records.length > 0 && <Records entry={entry} bounds={bounds} />}
    </div>
  );
}

/** Maximum number of rows listed. */
const maxListedRows = 200;

/** The records as a table, rendered only once it is opened: large areas have thousands. */
function Records({ entry, bounds }: { readonly entry: LedgerEntry; readonly bounds: BoundingBox | null }) {
  const [isOpen, setOpen] = useState(false);
  const { area, analytic, records } = entry;
  return (
    <details className={styles.records} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{formatQuantity(records.length, 'record')}</summary>
      {isOpen && (
        <Table<LedgerEntryRecord>
          label={texts.ledger.records(area, analyticDisplayName(analytic))}
          className="numeric"
          rows={records.slice(-maxListedRows)}
          rowKey={({ recordId }) => recordId}
          rowAttributes={({ recordId }) => ({ title: texts.ledger.record(recordId) })}
          columns={[
            {
              title: timeHeading(texts.ledger.collected),
              cell: ({ collectedAt }) => formatTime(collectedAt, { zone: false }),
            },
            {
              title: texts.ledger.covers,
              cell: ({ shareOfArea }) =>
                shareOfArea === null ? texts.ledger.unknownShare : formatShare(shareOfArea),
            },
            { title: texts.ledger.found, cell: (record) => <FoundCount record={record} bounds={bounds} /> },
          ]}
        />
      )}
      {isOpen && records.length > maxListedRows && (
        <div className="muted">{texts.ledger.latest(maxListedRows)}</div>
      )}
    </details>
  );
}

/** Number of detections of a record; a click shows them on the map. */
function FoundCount({
  record: { recordId, detections },
  bounds,
}: {
  readonly record: LedgerEntryRecord;
  readonly bounds: BoundingBox | null;
}) {
  const app = useApp();
  if (detections === null) return texts.ledger.notFetched;
  if (detections === 0) return texts.ledger.none;
  return (
    <TextButton title={texts.ledger.showDetections} onClick={() => showRecordOnMap(app, recordId, bounds)}>
      {formatCount(detections)}
    </TextButton>
  );
}

/** A share in whole percent; only nothing is 0% and only the whole is 100%. */
function formatShare(share: number): string {
  const percent = Math.round(share * 100);
  if (percent === 0) return '< 1%';
  return percent === 100 && share < 0.995 ? '99%' : `${percent}%`;
}

/** The coverage ledger of an order as the API returns it. */
type Ledger = Extract<Awaited<ReturnType<Api['orderTracking']['ledger']['query']>>, { ok: true }>['value'];

/** The tone of each coverage state. */
const outcomeTones: Readonly<Record<CoverageLedger['entries'][number]['outcome'], BadgeTone>> = {
  detections: 'ok',
  'none-found': 'accent',
  'not-fetched': 'warn',
  'no-record': 'outline',
};
