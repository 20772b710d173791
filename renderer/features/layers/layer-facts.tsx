import { formatCount } from '../../../shared/format.ts';
import { useAreas } from '../../context/use-live-queries.ts';
import { useOrderItems } from '../../context/use-order-items.ts';
import { useLayers, useWorkspace } from '../../context/use-stores.ts';
import type { LayerItem, LayerStatus } from '../../stores/layers-store.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import type { Loadable } from '../../ui/loadable.ts';
import styles from './layers.module.css';
import { texts } from './texts.ts';

/** A layer's feature count, loading state or problem. */
export function LayerFactsText({ layer }: { readonly layer: LayerItem }) {
  switch (layer.id) {
    case 'detections':
      return <DetectionFacts />;
    case 'areas':
      return <AreaFacts />;
    case 'orders':
      return <OrderFacts />;
    default:
      return <ReportedFacts layer={layer} />;
  }
}

function DetectionFacts() {
  return (
    <Facts
      facts={factsOf(
        useWorkspace((state) => state.feed),
        ({ count }) => count,
      )}
    />
  );
}

function AreaFacts() {
  return <Facts facts={factsOf(useAreas(), ({ length }) => length)} />;
}

function OrderFacts() {
  return <Facts facts={{ count: useOrderItems().shown.length }} />;
}

function ReportedFacts({ layer }: { readonly layer: LayerItem }) {
  const facts = useLayers((state) => state.statuses[layer.id]);
  return <Facts facts={facts ?? {}} detail={layer.detail} />;
}

function factsOf<T>(content: Loadable<T>, countOf: (value: T) => number): LayerStatus {
  switch (content.state) {
    case 'ready':
      return { count: countOf(content.value) };
    case 'loading':
      return { isLoading: true };
    case 'failed':
      return { problem: content };
    case 'none':
      return {};
  }
}

function Facts({ facts, detail }: { readonly facts: LayerStatus; readonly detail?: string | undefined }) {
  const { count, skipped = 0, isLoading = false, problem } = facts;
  const text = isLoading
    ? texts.facts.loading
    : count === undefined
      ? detail
      : count === 0
        ? texts.facts.none
        : formatCount(count);
  return (
    <>
      {text === undefined ? null : <span className={styles.facts}>{text}</span>}
      {skipped > 0 ? <span className={styles.more}>{texts.facts.unreadable(skipped)}</span> : null}
      {problem === undefined ? null : (
        <span className={styles.more} role="alert">
          <FailureText failure={problem} />
        </span>
      )}
    </>
  );
}
