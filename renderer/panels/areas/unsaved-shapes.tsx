import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { useApp } from '../../app/app-context.tsx';
import { useAreaWork } from '../../app/use-stores.ts';
import { retryUnsaved } from '../../commands/area-commands.ts';
import { Note } from '../../components/note.tsx';
import { TextButton } from '../../components/text-button.tsx';
import styles from './areas.module.css';
import { describeKind } from './describe-shape.ts';

/** Shapes that were drawn but could not be kept, each with the reason, until they are kept or thrown away. */
export function UnsavedShapes() {
  const app = useApp();
  const unsaved = useAreaWork((state) => state.unsaved);
  return unsaved.map((each) => (
    <Note key={each.key} tone="bad">
      <strong>
        {each.area ? `The new shape of “${each.area.name}” is not saved.` : 'The drawn area is not saved.'}
      </strong>{' '}
      {each.message}
      <div className="muted">
        {describeKind(each.shape)} · {formatSquareMetres(measureArea(each.shape))}
      </div>
      <div className={styles.actions}>
        <TextButton onClick={() => void retryUnsaved(app, each)}>Try again</TextButton>
        <TextButton onClick={() => app.stores.areas.getState().dropUnsaved(each.key)}>Discard</TextButton>
      </div>
    </Note>
  ));
}
