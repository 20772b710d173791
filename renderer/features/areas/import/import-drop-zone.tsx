import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useApp } from '../../../context/app-context.tsx';
import { notifyInfo } from '../../../ui/notify.tsx';
import { canImport, type ImportSource, importFiles } from '../import-commands.ts';
import { texts } from '../texts.ts';
import styles from './import-drop-zone.module.css';
import { looksLikeRawRecords } from './looks-like-raw-records.ts';

/** Imports files dropped anywhere on the window, and files or text pasted outside of a text field. */
export function ImportDropZone() {
  const app = useApp();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const importSources = (sources: readonly ImportSource[]) => {
      const allowed = canImport(app);
      if (allowed === true) void importFiles(app, sources);
      else notifyInfo(allowed);
    };
    // The type that browsers give to a drag of files.
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
      void importDropped([...(event.dataTransfer?.files ?? [])]);
    };
    const importDropped = async (files: readonly File[]) => {
      const found = await Promise.all(files.map(looksLikeRawRecords));
      const records = files.filter((_, index) => found[index]);
      const others = files.filter((_, index) => !found[index]);
      if (records.length > 0) await app.commands.runWith('record-import.start', { files: records });
      if (others.length > 0) importSources(others);
    };
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData || isTextField(event.target)) return;
      const sources = pastedSources(event.clipboardData);
      if (sources.length === 0) return;
      event.preventDefault();
      importSources(sources);
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
      <strong>{texts.import.drop}</strong>
      <span>{texts.import.formats}</span>
      <span>{texts.import.recordFormats}</span>
    </div>,
    document.body,
  );
}

/** Whether an event target accepts text input. */
function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/** The clipboard's files or, if it has none, its text as a file. */
function pastedSources(clipboard: Pick<DataTransfer, 'files' | 'getData'>): ImportSource[] {
  if (clipboard.files.length > 0) return [...clipboard.files];
  const text = clipboard.getData('text/plain');
  return text.trim() === '' ? [] : [new File([text], texts.import.pasted)];
}
