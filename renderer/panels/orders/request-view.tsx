import { type RequestSummary, summarizeRequest } from '../../../shared/orders/request-summary.ts';
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
    <ul className={styles.plain}>
      <li>{summary.analytics.length > 0 ? summary.analytics.join(', ') : 'No analytic is named.'}</li>
      {summary.ranges.map(({ from, to }) => (
        <li key={`${from} ${to}`}>
          {formatUtc(from)} → {formatUtc(to)}
        </li>
      ))}
      {summary.aois.map((aoi) => (
        <li key={JSON.stringify(aoi)}>{describeAoi(aoi)}</li>
      ))}
      {summary.contactEmail !== null && <li>E-mails go to {summary.contactEmail}.</li>}
      {summary.changeDetection !== null && <li>With change detection parameters: see the JSON.</li>}
    </ul>
  );
}

function describeAoi(aoi: RequestSummary['aois'][number]): string {
  switch (aoi.kind) {
    case 'circle':
      return `Circle of ${aoi.radiusKilometres} km around ${aoi.center[1]}, ${aoi.center[0]} (latitude, longitude)`;
    case 'polygon':
      return `Polygon of ${(aoi.polygon.coordinates[0]?.length ?? 1) - 1} vertices`;
    case 'other':
      return `An area of the kind “${aoi.type}”`;
  }
}
