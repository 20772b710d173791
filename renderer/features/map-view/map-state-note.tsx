import { type ReactNode, useEffect, useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useUi, useWorkspace } from '../../context/use-stores.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './map.module.css';
import { texts } from './texts.ts';

/** Notes on why there are no detections on the map, or what cannot be drawn; `children` are notes of other features. */
export function MapStateNote({ children }: { readonly children: ReactNode }) {
  const problems = useMapProblems();
  const mask = useUi((state) => state.mapChannels.mask);
  return (
    <div className={styles.state} data-covers-map>
      {problems.map((problem) => (
        <Note key={problem} tone="bad">
          {problem}
        </Note>
      ))}
      {mask.state === 'failed' ? (
        <Note tone="bad">
          <FailureText failure={mask} text={texts.state.filterFailed(mask.message)} />
        </Note>
      ) : null}
      {children}
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
      return <Note>{texts.state.loading}</Note>;
    case 'none':
      return <Note>{texts.state.noWorkspace}</Note>;
    case 'failed':
      return (
        <Note tone="bad">
          <FailureText failure={feed} text={texts.state.failed(feed.message)} />
        </Note>
      );
    case 'ready':
      if (feed.value.count > 0) return null;
      return (
        <Note>
          {texts.state.noResults}{' '}
          {isShowingResults ? null : (
            <TextButton onClick={() => stores.ui.getState().showPanel('results')}>
              {texts.state.openPanel}
            </TextButton>
          )}
        </Note>
      );
  }
}

/** Why parts of the map cannot be drawn; empty when all of it can. */
function useMapProblems(): readonly string[] {
  const { engine } = useApp();
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(
    () =>
      engine.on({
        problem: (part, message) =>
          setProblems((before) => {
            const after = new Map(before);
            if (message === null) after.delete(part);
            else after.set(part, message);
            return after;
          }),
      }),
    [engine],
  );
  return [...problems.values()];
}
