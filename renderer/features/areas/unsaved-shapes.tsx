import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreasStore } from '../../context/use-stores.ts';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { retryUnsavedShape } from './area-commands.ts';
import styles from './areas.module.css';
import { describeShape } from './describe-shape.ts';

/** Drawn shapes that could not be saved, each with the reason, until they are saved or discarded. */
export function UnsavedShapes() {
  const app = useApp();
  const unsaved = useAreasStore((state) => state.unsaved);
  return unsaved.map((each) => (
    <Note key={each.key} tone="bad">
      <strong>
        {each.area ? `The new shape of “${each.area.name}” is not saved.` : 'The drawn area is not saved.'}
      </strong>{' '}
      {each.message}
      <div className="muted">
        {describeShape(each.shape)} · {formatSquareMetres(measureArea(each.shape))}
      </div>
      <div className={styles.actions}>
        <TextButton onClick={() => void retryUnsavedShape(app, each)}>Try again</TextButton>
        <TextButton onClick={() => app.stores.areas.getState().dropUnsaved(each.key)}>Discard</TextButton>
      </div>
    </Note>
  ));
}
