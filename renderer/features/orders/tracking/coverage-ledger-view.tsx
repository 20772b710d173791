import { useQuery } from '@tanstack/react-query';
import { toFailure, unwrap } from '../../../api/failure-error.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useWorkspace } from '../../../app/use-stores.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { formatCount, formatQuantity, formatSquareKilometres } from '../../../components/format.ts';
import { LoadingState } from '../../../components/loading-state.tsx';
import { Note } from '../../../components/note.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import styles from './follow.module.css';
import { LedgerEntryRow } from './ledger-entry-row.tsx';
import { type Ledger, unjudgedReasons, verdictTexts } from './ledger-texts.ts';

/**
 * What the records of the workspace say of an order's areas: imaged with detections, imaged and none found, no record.
 * While results are being fetched it stands still: to work it out anew for every page would slow down the fetch.
 */
export function CoverageLedgerView({ orderId }: { readonly orderId: string }) {
  const { api } = useApp();
  const isFetching = useWorkspace(({ jobs }) =>
    jobs.some(({ kind, state }) => kind === 'fetch' && state === 'running'),
  );
  const ledger = useQuery({
    queryKey: queryKeys.orderLedger(orderId),
    queryFn: async ({ signal }) => unwrap(await api.orderFollow.ledger.query(orderId, { signal })),
    enabled: !isFetching,
  });
  if (ledger.isPending) {
    return (
      <LoadingState
        label={
          isFetching
            ? 'What was imaged is worked out when the running fetch has ended…'
            : 'Working out what was imaged…'
        }
      />
    );
  }
  if (ledger.error) {
    return (
      <FailureNote
        title="What was imaged could not be worked out."
        failure={toFailure(ledger.error)}
        onRetry={() => void ledger.refetch()}
      />
    );
  }
  return (
    <>
      {isFetching && (
        <p className="muted">A fetch is running. What follows stands as it was before, until it has ended.</p>
      )}
      <LedgerBody ledger={ledger.data} />
    </>
  );
}

function LedgerBody({ ledger }: { readonly ledger: Ledger }) {
  const { areas, problems } = ledger;
  const { entries, unjudged, basis } = ledger.ledger;
  return (
    <section aria-label="Coverage of the ordered areas">
      {problems.map((problem) => (
        <Note key={problem} tone="warn">
          {problem}
        </Note>
      ))}
      {entries.length === 0 ? (
        <EmptyState title="Nothing to assess" hint="No area or no analytic of the request can be read." />
      ) : (
        <Totals entries={entries} />
      )}
      {areas.map((area) => (
        <AreaCard key={area.name} area={area} entries={entries.filter((entry) => entry.area === area.name)} />
      ))}
      {unjudged.length > 0 && <Unjudged unjudged={unjudged} />}
      <ul className={styles.basis}>
        {basis.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

function Totals({ entries }: { readonly entries: Ledger['ledger']['entries'] }) {
  const counted = (['detections', 'none-found', 'no-record'] as const).map((verdict) => ({
    verdict,
    count: entries.filter((entry) => entry.verdict === verdict).length,
  }));
  return (
    <div className={styles.totals}>
      {counted.map(({ verdict, count }) => (
        <div key={verdict} title={verdictTexts[verdict].meaning}>
          <strong className="numeric">{formatCount(count)}</strong> {verdictTexts[verdict].total}
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
          {area.name} <span className="muted numeric">{formatSquareKilometres(area.squareMetres)}</span>
        </span>
        {bounds && <TextButton onClick={() => engine.zoomToBounds(bounds)}>Zoom to</TextButton>}
      </div>
      {entries.map((entry) => (
        <LedgerEntryRow key={entry.analytic} entry={entry} bounds={bounds} />
      ))}
    </section>
  );
}

/** So many records are named; all are counted. */
const listedRecords = 50;

function Unjudged({ unjudged }: { readonly unjudged: Ledger['ledger']['unjudged'] }) {
  const groups = Map.groupBy(unjudged, ({ reason }) => reason);
  return (
    <details className={styles.unjudged}>
      <summary>{formatQuantity(unjudged.length, 'record')} could not be judged</summary>
      {[...groups].map(([reason, records]) => (
        <div key={reason}>
          {formatCount(records.length)} {unjudgedReasons[reason]}:
          <ul className={styles.recordIds}>
            {records.slice(0, listedRecords).map(({ recordId }) => (
              <li key={recordId}>{recordId}</li>
            ))}
          </ul>
          {records.length > listedRecords && <div className="muted">and more</div>}
        </div>
      ))}
    </details>
  );
}
