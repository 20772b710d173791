import { useState } from 'react';
import { formatCount, formatQuantity, formatTime, timeHeading } from '../../../../shared/format.ts';
import type { BoundingBox } from '../../../../shared/geo/geometry.ts';
import type { LedgerEntry, LedgerPass } from '../../../../shared/orders/ledger/coverage-ledger.ts';
import { analyticDisplayName } from '../../../../shared/results/analytic-name.ts';
import { useApp } from '../../../context/app-context.tsx';
import { AnalyticMark } from '../../../ui/analytic-mark.tsx';

import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { showRecordOnMap } from '../order-tracking-commands.ts';
import { texts } from '../texts.ts';
import { outcomeTones } from './ledger.ts';
import styles from './tracking.module.css';

/** The coverage of one area by one analytic, with the passes that it is derived from. */
export function LedgerEntryRow({
  entry,
  bounds,
}: {
  readonly entry: LedgerEntry;
  /** The bounds of the area; null when it cannot be shown. */
  readonly bounds: BoundingBox | null;
}) {
  const { analytic, outcome: verdict, detections, passes, text } = entry;
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
      {passes.length > 0 && <Passes entry={entry} bounds={bounds} />}
    </div>
  );
}

/** Maximum number of passes listed. */
const maxListedPasses = 200;

/** The passes as a table, rendered only once it is opened: large areas have thousands. */
function Passes({ entry, bounds }: { readonly entry: LedgerEntry; readonly bounds: BoundingBox | null }) {
  const [isOpen, setOpen] = useState(false);
  const { area, analytic, passes } = entry;
  return (
    <details className={styles.passes} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{formatQuantity(passes.length, 'pass', 'passes')}</summary>
      {isOpen && (
        <table aria-label={texts.ledger.passes(area, analyticDisplayName(analytic))}>
          <thead>
            <tr>
              <th scope="col">{timeHeading(texts.ledger.collected)}</th>
              <th scope="col">{texts.ledger.covers}</th>
              <th scope="col">{texts.ledger.found}</th>
            </tr>
          </thead>
          <tbody className="numeric">
            {passes.slice(-maxListedPasses).map((pass) => (
              <PassRow key={pass.recordId} pass={pass} bounds={bounds} />
            ))}
          </tbody>
        </table>
      )}
      {isOpen && passes.length > maxListedPasses && (
        <div className="muted">{texts.ledger.latest(maxListedPasses)}</div>
      )}
    </details>
  );
}

function PassRow({ pass, bounds }: { readonly pass: LedgerPass; readonly bounds: BoundingBox | null }) {
  const app = useApp();
  const { recordId, collectedAt, shareOfArea, detections } = pass;
  return (
    <tr title={texts.ledger.record(recordId)}>
      <td>{formatTime(collectedAt, { zone: false })}</td>
      <td>{shareOfArea === null ? texts.ledger.unknownShare : formatShare(shareOfArea)}</td>
      <td>
        {detections === null ? (
          texts.ledger.notFetched
        ) : detections === 0 ? (
          texts.ledger.none
        ) : (
          <TextButton
            title={texts.ledger.showDetections}
            onClick={() => showRecordOnMap(app, recordId, bounds)}
          >
            {formatCount(detections)}
          </TextButton>
        )}
      </td>
    </tr>
  );
}

/** A share in whole percent; only nothing is 0% and only the whole is 100%. */
function formatShare(share: number): string {
  const percent = Math.round(share * 100);
  if (percent === 0) return '< 1%';
  return percent === 100 && share < 0.995 ? '99%' : `${percent}%`;
}
