import { useQuery } from '@tanstack/react-query';
import type { MapSourceState } from '../../../shared/map-sources/map-source-state.ts';
import { useApp } from '../../context/app-context.tsx';
import { useLayers, useMapView, useSources } from '../../context/use-stores.ts';
import { explainSourceStatus } from '../../map/sources/source-status.ts';
import { attributionsOf } from '../../map-sync/source-attributions.ts';
import { sourceLayerId } from '../../map-sync/sync-own-layers.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import furnitureStyles from './furniture.module.css';
import styles from './source-attribution.module.css';
import { texts } from './texts.ts';

/** Notes on the map about visible sources with missing tiles. */
export function SourceNotes() {
  const { stores } = useApp();
  const sources = useMapSources();
  const statuses = useSources((state) => state.statuses);
  const layers = useLayers((state) => state.layers);
  const shown = new Set(layers.filter(({ visible }) => visible).map(({ id }) => id));
  return sources.map(({ source: { id, name } }) => {
    const status = statuses[id];
    // Empty means that the source has no tiles in this extent, which only the list of layers states.
    const problem = status && !status.isEmpty && explainSourceStatus(status);
    if (!problem || !shown.has(sourceLayerId(id))) return null;
    return (
      <Note key={id} tone="warn">
        {name}: <FailureText failure={problem} />{' '}
        <TextButton onClick={() => stores.sources.getState().retry()}>{texts.sources.tryAgain}</TextButton>
      </Note>
    );
  });
}

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

/** The user's map sources; none until they are loaded. */
function useMapSources(): readonly MapSourceState[] {
  const { queries } = useApp();
  return useQuery(queries.mapSources.list.queryOptions()).data ?? noSources;
}

const noSources: readonly MapSourceState[] = [];

/** Says that the map went to results that came, and goes back; until the map is moved. */
export function FormerViewCard() {
  const { engine, stores } = useApp();
  const former = useMapView((state) => state.former);
  if (!former) return null;
  return (
    <div className={furnitureStyles.formerView} role="status">
      {texts.formerView.moved}
      <TextButton
        onClick={() => {
          engine.camera.goTo({ ...former, rotation: engine.camera.state.rotation });
          stores.mapView.getState().setFormer(null);
        }}
      >
        {texts.formerView.back}
      </TextButton>
    </div>
  );
}
