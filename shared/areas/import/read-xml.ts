import { GpxHandler } from './gpx-handler.ts';
import type { ImportLog } from './import-log.ts';
import { KmlHandler } from './kml-handler.ts';
import { noteFormat } from './note-format.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { scanXml, type XmlHandler } from './scan-xml.ts';
import type { SourceShape } from './source-shape.ts';

/** Reads KML or GPX, depending on the root element. Fails as `scanXml` does, or with `unsupported-format`. */
export function readXml(text: string, fileName: string, log: ImportLog): Outcome<SourceShape[]> {
  const shapes: SourceShape[] = [];
  let handler: XmlHandler | undefined;
  let root: string | undefined;
  const scanned = scanXml(text, fileName, {
    open: (name, attributes, line) => {
      if (root === undefined) {
        root = name;
        handler = handlerOf(name, shapes, log);
        if (handler) noteFormat(fileName, name === 'gpx' ? 'GPX' : 'KML', log);
      }
      handler?.open(name, attributes, line);
    },
    close: (name, content) => handler?.close(name, content),
  });
  if (!scanned.ok) return scanned;
  if (handler) return accept(shapes);
  return refuse(
    'unsupported-format',
    fileName,
    `The XML is neither KML nor GPX; its root is <${root ?? ''}>.`,
  );
}

const kmlRoots: ReadonlySet<string> = new Set(['kml', 'Document', 'Folder', 'Placemark']);

function handlerOf(root: string, shapes: SourceShape[], log: ImportLog): XmlHandler | undefined {
  if (root === 'gpx') return new GpxHandler(shapes, log);
  return kmlRoots.has(root) ? new KmlHandler(shapes, log) : undefined;
}
