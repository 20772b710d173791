import { useApp } from '../../app/app-context.tsx';
import { useUi, useWorkspace } from '../../app/use-stores.ts';
import { Note } from '../../components/note.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { SourceNotes } from '../layers/sources/source-notes.tsx';
import styles from './map.module.css';
import { useMapProblems } from './use-map-problems.ts';

/** Says why there are no detections on the map, or what of it cannot be drawn. */
export function MapStateNote() {
  const problems = useMapProblems();
  const mask = useUi((state) => state.mapChannels.mask);
  return (
    <div className={styles.state}>
      {problems.map((problem) => (
        <Note key={problem} tone="bad">
          {problem}
        </Note>
      ))}
      {mask.state === 'failed' ? (
        <Note tone="bad">The map does not show the filter: {mask.message}</Note>
      ) : null}
      <SourceNotes />
      <FeedNote />
    </div>
  );
}

function FeedNote() {
  const { stores } = useApp();
  const feed = useWorkspace((state) => state.feed);
  const isShowingResults = useUi((state) => state.panel === 'results');
  switch (feed.state) {
    case 'loading':
      return <Note>Reading the results…</Note>;
    case 'none':
      return <Note>No workspace is open. Sign in once to create one.</Note>;
    case 'failed':
      return <Note tone="bad">The results cannot be shown on the map: {feed.message}</Note>;
    case 'ready':
      if (feed.value.count > 0) return null;
      return (
        <Note>
          No results in this workspace yet. Fetch some in the Results panel.{' '}
          {isShowingResults ? null : (
            <TextButton onClick={() => stores.ui.getState().showPanel('results')}>Open it</TextButton>
          )}
        </Note>
      );
  }
}
