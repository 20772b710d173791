import { useApp } from '../../../app/app-context.tsx';
import { useLayers, useSources } from '../../../app/use-stores.ts';
import { Note } from '../../../components/note.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import { sourceLayerId } from '../../../map/sources/sync-sources.ts';
import { describeStatus, knownSources } from '../../../stores/sources-store.ts';

/** Says on the map which of the sources that are shown have gaps, and why. */
export function SourceNotes() {
  const { stores } = useApp();
  const sources = useSources(knownSources);
  const statuses = useSources((state) => state.statuses);
  const layers = useLayers((state) => state.layers);
  const shown = new Set(layers.filter(({ visible }) => visible).map(({ id }) => id));
  return sources.map(({ source: { id, name } }) => {
    const status = statuses[id];
    // Elsewhere the source may have all there is to show; the list of layers says so.
    const text = status && !status.isEmpty && describeStatus(status);
    if (!text || !shown.has(sourceLayerId(id))) return null;
    return (
      <Note key={id} tone="warn">
        {name}: {text} <TextButton onClick={() => stores.sources.getState().retry()}>Try again</TextButton>
      </Note>
    );
  });
}
