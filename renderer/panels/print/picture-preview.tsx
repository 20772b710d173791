import { useEffect, useRef } from 'react';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import styles from './print.module.css';
import type { Preview } from './use-preview.ts';

/** The sheet as it will be, smaller. */
export function PicturePreview({ preview }: { readonly preview: Preview }) {
  const { sheet, failure, isWorking } = preview;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!sheet) return place.current?.replaceChildren();
    sheet.canvas.setAttribute('role', 'img');
    sheet.canvas.setAttribute('aria-label', 'Preview of the picture');
    place.current?.replaceChildren(sheet.canvas);
  }, [sheet]);
  return (
    <div className={styles.preview}>
      <div ref={place} className={styles.sheet} data-dimmed={isWorking || undefined} />
      {isWorking && !sheet ? <LoadingState label="Drawing the preview…" /> : null}
      {failure ? <FailureNote failure={failure} title="There is no preview." /> : null}
      {sheet && !sheet.isComplete ? (
        <p className={styles.remark} role="status">
          A map source has not answered. The picture will say that it is incomplete.
        </p>
      ) : null}
    </div>
  );
}
