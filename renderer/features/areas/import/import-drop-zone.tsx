import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type App, useApp } from '../../../context/app-context.tsx';
import type { ImportSource } from '../../../stores/area-import.ts';
import { isPanelOpen } from '../../../stores/panel-layout.ts';
import { notifyInfo } from '../../../ui/notify.tsx';
import { canImport, importFiles } from '../import-commands.ts';
import { texts } from '../texts.ts';
import styles from './import-drop-zone.module.css';

/** The start of a JSON file, which is searched for members of a record. */
const startLength = 64 * 1024;
/** The end of an archive, where the names of its files are. */
const endLength = 64 * 1024;

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
      const isForLayers = isLayersPanelOpen(app);
      const layers = others.filter(({ name }) => isForLayers || /\.gpkg$/i.test(name));
      const areas = others.filter((file) => !layers.includes(file));
      if (layers.length > 0) await app.commands.runWith('layers.import-files', { files: layers });
      if (areas.length > 0) importSources(areas);
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
      <strong>{isLayersPanelOpen(app) ? texts.import.dropLayers : texts.import.drop}</strong>
      <span>{isLayersPanelOpen(app) ? texts.import.layerFormats : texts.import.formats}</span>
      <span>{texts.import.recordFormats}</span>
    </div>,
    document.body,
  );
}

/** Files that are dropped while the panel of layers is shown become layers, not areas. */
function isLayersPanelOpen({ stores }: Pick<App, 'stores'>): boolean {
  const ui = stores.ui.getState();
  return ui.panel === 'layers' && isPanelOpen(ui, 'side');
}

/**
 * Whether a file that was dropped on the window seems to have raw records of the service rather than areas. GeoJSON and
 * zipped shapefiles have the same extensions, so the content decides.
 */
async function looksLikeRawRecords(file: Pick<File, 'name' | 'size' | 'slice'>): Promise<boolean> {
  const name = file.name.toLowerCase();
  if (name.endsWith('.ndjson') || name.endsWith('.jsonl')) return true;
  try {
    if (name.endsWith('.json')) {
      const start = await file.slice(0, startLength).text();
      return start.includes('"assignedId"') || start.includes('_udp_analyticgeojsonrecord"');
    }
    if (!name.endsWith('.zip')) return false;
    const end = await file.slice(Math.max(0, file.size - endLength)).text();
    return /\.(?:json|ndjson|jsonl)/i.test(end) && !/\.(?:shp|kml)/i.test(end);
  } catch {
    // A folder or a file that cannot be read; the import of areas reports it.
    return false;
  }
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
