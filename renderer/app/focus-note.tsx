import { useApp } from '../context/app-context.tsx';
import { CommandKey } from '../context/command-key.tsx';
import { useUi } from '../context/use-stores.ts';
import styles from './workspace-shell.module.css';

/** While only the map is shown: how the panels come back. A click restores them, too. */
export function FocusNote() {
  const { commands } = useApp();
  const isMapFocused = useUi((state) => state.isMapFocused);
  if (!isMapFocused) return null;
  return (
    <button type="button" className={styles.focusNote} onClick={() => commands.run('view.focus-map')}>
      Panels are hidden · <CommandKey id="view.focus-map" /> restores them
    </button>
  );
}
