import { useDeferredValue, useMemo } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { orderSoftCapWarning } from '../../../shared/areas/soft-cap.ts';
import { formatDuration, formatQuantity } from '../../../shared/format.ts';
import { type DraftSummary, summarizeDraft } from '../../../shared/orders/draft/draft-summary.ts';
import type { DraftRequestResult } from '../../../shared/orders/draft/draft-to-request.ts';
import type { OrderDraft } from '../../../shared/orders/draft/order-draft.ts';
import type { RecurringRuns } from '../../../shared/orders/draft/recurring-runs.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import { useSoftCap } from '../../context/use-workspace-queries.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Note } from '../../ui/note.tsx';

import { PanelHeading } from '../../ui/panel-heading.tsx';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** The size of the order, and remarks to read before it is sent. */
export function OrderSummary({
  draft,
  areas,
  built,
}: {
  readonly draft: OrderDraft;
  readonly areas: readonly Area[];
  readonly built: DraftRequestResult;
}) {
  // Measuring many areas must not delay the next keystroke.
  const measured = useDeferredValue(draft);
  const summary = useMemo(() => summarizeDraft(measured, areas), [measured, areas]);
  const aboveCap = orderSoftCapWarning(summary.squareMetres, useSoftCap(), summary.unionSquareMetres);
  // The explanation of the runs is shown next to their fields.
  const shownElsewhere: ReadonlySet<string> = new Set(summary.runs?.explanation);
  const notes = [...summary.notes, ...(built.ok ? built.notes : [])].filter(
    (note) => !shownElsewhere.has(note),
  );
  return (
    <section className={styles.summary} aria-label={texts.summary.title}>
      <PanelHeading level={3} title={texts.summary.title} />
      <FieldRows
        rows={[
          { label: texts.summary.areas, value: describeAreas(summary) },
          { label: texts.summary.analytics, value: summary.analytics.map(analyticDisplayName).join(', ') },
          {
            label: texts.summary.time,
            value: describeTime(summary),
            tip: texts.summary.timeHint,
          },
          ...(summary.runs ? [{ label: texts.summary.recurring, value: describeRuns(summary.runs) }] : []),
        ]}
      />
      {aboveCap ? <Note tone="warn">{aboveCap}</Note> : null}
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
    </section>
  );
}

function describeAreas({ areas, squareMetres, unionSquareMetres: once }: DraftSummary): string {
  const total = `${formatQuantity(areas, 'area')} · ${formatSquareMetres(once)}`;
  const sum = formatSquareMetres(squareMetres);
  return sum === formatSquareMetres(once) ? total : texts.summary.withOverlaps(total, sum);
}

/** Total length of the time ranges: `7 d 12 h in 2 ranges`. */
export function describeTime({ ranges, duration }: Pick<DraftSummary, 'ranges' | 'duration'>): string {
  return ranges === 0 ? texts.summary.noRange : texts.summary.inRanges(formatDuration(duration), ranges);
}

function describeRuns({ runs, limitedBy }: RecurringRuns): string {
  if (runs === null) return texts.summary.unknownRuns;
  const limit = limitedBy === null ? '' : texts.summary.limitedBy(limitedBy);
  return `${formatQuantity(runs, 'run')}${limit}`;
}
