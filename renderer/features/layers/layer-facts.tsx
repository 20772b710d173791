import { useLayers, useWorkspace } from '../../app/use-stores.ts';
import { formatCount } from '../../components/format.ts';
import type { LayerFacts, LayerItem } from '../../stores/layers-store.ts';
import type { Loadable } from '../../stores/workspace-store.ts';
import { useOrderItems } from '../orders/follow/use-order-items.ts';
import styles from './layers.module.css';

/** How much is in a layer, that it is being loaded, or why there is nothing. */
export function LayerFactsText({ layer }: { readonly layer: LayerItem }) {
  switch (layer.id) {
    case 'detections':
      return <DetectionFacts />;
    case 'areas':
      return <AreaFacts />;
    case 'orders':
      return <OrderFacts />;
    default:
      return <ToldFacts layer={layer} />;
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
  return (
    <Facts
      facts={factsOf(
        useWorkspace((state) => state.areas),
        ({ length }) => length,
      )}
    />
  );
}

function OrderFacts() {
  return <Facts facts={{ count: useOrderItems().shown.length }} />;
}

function ToldFacts({ layer }: { readonly layer: LayerItem }) {
  const facts = useLayers((state) => state.facts[layer.id]);
  return <Facts facts={facts ?? {}} detail={layer.detail} />;
}

function factsOf<T>(content: Loadable<T>, countOf: (value: T) => number): LayerFacts {
  switch (content.state) {
    case 'ready':
      return { count: countOf(content.value) };
    case 'loading':
      return { isLoading: true };
    case 'failed':
      return { problem: content.message };
    case 'none':
      return {};
  }
}

function Facts({ facts, detail }: { readonly facts: LayerFacts; readonly detail?: string | undefined }) {
  const { count, skipped = 0, isLoading = false, problem } = facts;
  const text = isLoading
    ? 'Reading…'
    : count === undefined
      ? detail
      : count === 0
        ? 'none'
        : formatCount(count);
  return (
    <>
      {text === undefined ? null : <span className={styles.facts}>{text}</span>}
      {skipped > 0 ? (
        <span className={styles.more}>{formatCount(skipped)} could not be read and are not drawn</span>
      ) : null}
      {problem === undefined ? null : (
        <span className={styles.more} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
