import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useApp } from '../../../app/app-context.tsx';
import { notifyInfo } from '../../../app/notify.tsx';
import { canImport, type ImportSource, importFiles } from '../../../commands/import-commands.ts';
import styles from './import-entry.module.css';
import { isTextField } from './is-text-field.ts';
import { pastedSources } from './pasted-sources.ts';

/** Takes files that are dropped anywhere on the window, and files or text that are pasted outside of a text field. */
export function ImportEntry() {
  const app = useApp();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const take = (sources: readonly ImportSource[]) => {
      const allowed = canImport(app);
      if (allowed === true) void importFiles(app, sources);
      else notifyInfo(allowed);
    };
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // Without this the window would open the file instead.
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData || isTextField(event.target)) return;
      const sources = pastedSources(event.clipboardData);
      if (sources.length === 0) return;
      event.preventDefault();
      take(sources);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, [app]);
  if (!isOver) return null;
  return createPortal(
    <div className={styles.target}>
      <strong>Drop files to import their areas</strong>
      <span>GeoJSON, WKT, KML, KMZ, GPX, zipped shapefile. Nothing is saved until you have reviewed it.</span>
    </div>,
    document.body,
  );
}
