import { useQuery } from '@tanstack/react-query';
import { formatSquareMetres } from '../../../../shared/areas/format-square-metres.ts';
import { formatCount } from '../../../../shared/format.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useWorkspace } from '../../../context/use-stores.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { toFailure, unwrap } from '../../../ui/failure-error.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';

import { Note } from '../../../ui/note.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import type { Ledger } from './ledger.ts';
import { LedgerEntryRow } from './ledger-entry-row.tsx';
import styles from './tracking.module.css';

/**
 * The coverage of an order's areas by records: imaged with detections, imaged without any, or no record. It is not
 * updated while results are being fetched: computing it for every page would slow down the fetch.
 */
export function CoverageLedgerView({ orderId }: { readonly orderId: string }) {
  const { api } = useApp();
  const isFetching = useWorkspace(({ jobs }) =>
    jobs.some(({ kind, state }) => kind === 'fetch' && state === 'running'),
  );
  const ledger = useQuery({
    queryKey: queryKeys.orderLedger(orderId),
    queryFn: async ({ signal }) => unwrap(await api.orderTracking.ledger.query(orderId, { signal })),
    enabled: !isFetching,
  });
  if (ledger.isPending) {
    return <LoadingState label={isFetching ? texts.ledger.waiting : texts.ledger.computing} />;
  }
  if (ledger.error) {
    return (
      <FailureNote
        title={texts.ledger.notComputed}
        failure={toFailure(ledger.error)}
        onRetry={() => void ledger.refetch()}
      />
    );
  }
  return (
    <>
      {isFetching && <p className="muted">{texts.ledger.fetchRunning}</p>}
      <LedgerBody ledger={ledger.data} />
    </>
  );
}

function LedgerBody({ ledger }: { readonly ledger: Ledger }) {
  const { areas, problems } = ledger;
  const { entries, unassessed, basis } = ledger.ledger;
  return (
    <section aria-label={texts.ledger.label}>
      {problems.map((problem) => (
        <Note key={problem} tone="warn">
          {problem}
        </Note>
      ))}
      {entries.length === 0 ? (
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
  return (
    <div className={styles.totals}>
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
        {bounds && <TextButton onClick={() => engine.zoomToBounds(bounds)}>{texts.ledger.zoomTo}</TextButton>}
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
