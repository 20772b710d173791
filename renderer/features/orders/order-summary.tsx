import { useDeferredValue, useMemo } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { orderExceedsSoftCap } from '../../../shared/areas/soft-cap.ts';
import { type DraftSummary, summarizeDraft } from '../../../shared/orders/draft-summary.ts';
import type { DraftedRequest } from '../../../shared/orders/draft-to-request.ts';
import type { OrderDraft } from '../../../shared/orders/order-draft.ts';
import type { RecurringRuns } from '../../../shared/orders/recurring-runs.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { useSoftCap } from '../../api/use-soft-cap.ts';
import { FieldRows } from '../../components/field-rows.tsx';
import { formatQuantity } from '../../components/format.ts';
import { Note } from '../../components/note.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import styles from './orders.module.css';

/** What the order amounts to, and what is to be known before it is sent. */
export function OrderSummary({
  draft,
  areas,
  built,
}: {
  readonly draft: OrderDraft;
  readonly areas: readonly Area[];
  readonly built: DraftedRequest;
}) {
  // Measuring many areas must not hold up the next key.
  const measured = useDeferredValue(draft);
  const summary = useMemo(() => summarizeDraft(measured, areas), [measured, areas]);
  const aboveCap = orderExceedsSoftCap(summary.squareMetres, useSoftCap());
  // How the runs come about stands beside their fields.
  const toldThere: ReadonlySet<string> = new Set(summary.runs?.explanation);
  const notes = [...summary.notes, ...(built.ok ? built.notes : [])].filter((note) => !toldThere.has(note));
  return (
    <section className={styles.summary} aria-label="This order">
      <PanelHeading level={3} title="This order" />
      <FieldRows
        rows={[
          { label: 'Areas', value: describeAreas(summary) },
          { label: 'Analytics', value: summary.analytics.map(analyticDisplayName).join(', ') },
          {
            label: 'Time',
            value: `${formatQuantity(summary.days, 'day')} in ${formatQuantity(draft.ranges.length, 'range')}`,
            tip: 'Days in UTC that the ranges touch, each counted once',
          },
          ...(summary.runs ? [{ label: 'Recurring', value: describeRuns(summary.runs) }] : []),
        ]}
      />
      {aboveCap ? <Note tone="warn">{aboveCap}</Note> : null}
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
    </section>
  );
}

function describeAreas({ areas, squareMetres, squareMetresOnce }: DraftSummary): string {
  const total = `${formatQuantity(areas, 'area')} · ${formatSquareMetres(squareMetres)}`;
  const once = formatSquareMetres(squareMetresOnce);
  return once === formatSquareMetres(squareMetres) ? total : `${total} (${once} without overlaps)`;
}

function describeRuns({ runs, limitedBy }: RecurringRuns): string {
  if (runs === null) return 'the number of runs cannot be told';
  const limit = limitedBy === null ? '' : `, limited by the ${limitedBy}`;
  return `${formatQuantity(runs, 'run')}${limit}`;
}
