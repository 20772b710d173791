import { useMapSources } from '../../context/use-map-sources.ts';
import { useLayers } from '../../context/use-stores.ts';
import { attributionsOf } from '../../map-sync/source-attributions.ts';
import styles from './source-attribution.module.css';
import { texts } from './texts.ts';

/** The attributions of the visible sources, at the edge of the map. */
export function SourceAttribution() {
  const sources = useMapSources();
  const layers = useLayers((state) => state.layers);
  const attributions = attributionsOf(sources, layers);
  if (attributions.length === 0) return null;
  return (
    <div
      className={styles.attribution}
      role="note"
      aria-label={texts.sources.attribution}
      title={attributions.join(' · ')}
    >
      {attributions.join(' · ')}
    </div>
  );
}
