import type { ReactNode } from 'react';
import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import { geodesicArea } from '../../../shared/geo/geodesic.ts';
import {
  type RequestSummary,
  type SummarizedAoi,
  summarizeRequest,
} from '../../../shared/orders/request-summary.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { FieldRows } from '../../components/field-rows.tsx';
import { formatUtc } from '../../components/format.ts';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { JsonText } from './json-text.tsx';
import styles from './orders.module.css';

/** An order's request: in plain words as far as it can be read, and the text itself, unchanged. */
export function RequestView({ text, heading }: { readonly text: string; readonly heading: string }) {
  const summary = summarizeRequest(text);
  return (
    <section aria-label={heading}>
      <PanelHeading level={3} title={heading} />
      {summary ? (
        <PlainWords summary={summary} />
      ) : (
        <p className="muted">This is no order request that could be put in plain words.</p>
      )}
      <details className={styles.disclosure}>
        <summary>JSON</summary>
        <JsonText text={text} />
      </details>
    </section>
  );
}

function PlainWords({ summary }: { readonly summary: RequestSummary }) {
  return (
    <FieldRows
      rows={[
        { label: 'Analytics', value: toLines(summary.analytics.map(analyticDisplayName)) },
        {
          label: 'Time',
          value: toLines(summary.ranges.map(({ from, to }) => `${formatUtc(from)} → ${formatUtc(to)}`)),
        },
        { label: 'Areas', value: toLines(summary.aois.map(describeAoi)) },
        { label: 'Contact', value: summary.contactEmail },
        ...(summary.changeDetection === null
          ? []
          : [{ label: 'Change detection', value: 'has parameters: see the JSON' }]),
      ]}
    />
  );
}

function toLines(texts: readonly string[]): ReactNode {
  if (texts.length === 0) return null;
  // biome-ignore lint/suspicious/noArrayIndexKey: lines that do not change, and may be alike
  return texts.map((text, index) => <div key={index}>{text}</div>);
}

function describeAoi(aoi: SummarizedAoi): string {
  switch (aoi.kind) {
    case 'circle':
      return `Circle · ${aoi.radiusKilometres} km around ${formatDecimalDegrees(aoi.center)}`;
    case 'polygon':
      return `Polygon · ${formatSquareMetres(geodesicArea(aoi.polygon))}`;
    case 'other':
      return `An area of the kind “${aoi.type}”`;
  }
}
