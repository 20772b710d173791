import { useApp } from '../../context/app-context.tsx';
import { useMapSources } from '../../context/use-map-sources.ts';
import { useLayers, useSources } from '../../context/use-stores.ts';
import { explainSourceStatus } from '../../map/sources/source-status.ts';
import { sourceLayerId } from '../../map-sync/sync-sources.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
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
