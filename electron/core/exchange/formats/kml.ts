import type { Position } from 'geojson';
import { flattenGeometry, type SimpleGeometry } from '../../../../shared/geo/flatten-geometry.ts';
import { analyticColor } from '../../../../shared/results/analytic-symbol.ts';
import { analyticDisplayName } from '../../../../shared/results/analytics.ts';
import { parseInstant } from '../../workspace/ingest/parse-instant.ts';
import type { ExportNotes, Progress } from '../export-progress.ts';
import type { OutputFile } from '../files/output-file.ts';
import { readGeometry } from '../geometry/read-geometry.ts';
import { toRfc7946 } from '../geometry/rfc7946-geometry.ts';
import { nameColumns } from '../rows/column-names.ts';
import type { CellValue, ColumnType, Layer, LayerRow } from '../rows/layer.ts';
import { escapeXml } from './escape-xml.ts';

const schemaTypes: Readonly<Record<ColumnType, string>> = {
  integer: 'double',
  real: 'double',
  boolean: 'bool',
  text: 'string',
  time: 'string',
  json: 'string',
};

/**
 * Writes a layer as KML 2.2 (OGC 07-147r2): a placemark per feature with name, time, all columns and the color of its
 * analytic. Shapes over the antimeridian are cut there as in RFC 7946, since KML cannot represent them.
 */
export async function writeKml(
  file: OutputFile,
  layer: Layer,
  marking: string,
  notes: ExportNotes,
  progress: Progress,
): Promise<void> {
  const elements = createKmlElements(layer, notes);
  file.text(kmlStart(layer.name, marking));
  file.text(elements.schema);
  for (const batch of layer.rows()) {
    for (const row of batch) {
      const { style, placemark } = elements.of(row);
      file.text(style);
      file.text(placemark);
    }
    progress.written(batch.length);
    const busy = file.whenWritable();
    if (busy) await busy;
  }
  file.text(kmlEnd);
}

/** The start of a document; globes show the marking as its description, which is HTML. */
export function kmlStart(name: string, marking: string): string {
  const description = marking === '' ? '' : `<description>${escapeXml(escapeXml(marking))}</description>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document id="${name}">\n<name>${name}</name>\n${description}`;
}

export const kmlEnd = '</Document>\n</kml>\n';

/** The elements of the features of one layer in a document. */
export function createKmlElements(layer: Layer, notes: ExportNotes) {
  // GDAL puts name and description of a placemark next to its columns.
  const names = nameColumns(
    layer.columns,
    { reserved: ['name', 'description', 'timestamp', 'begin', 'end', 'visibility', 'icon'] },
    notes,
  ).map(escapeXml);
  const schemaId = `${layer.name}-columns`;
  const fields = layer.columns.map(
    ({ type }, index) => `<SimpleField type="${schemaTypes[type]}" name="${names[index]}"/>\n`,
  );
  const styles = createStyles(layer.name);
  return {
    /** Must come before the first placemark. */
    schema: `<Schema name="${layer.name}" id="${schemaId}">\n${fields.join('')}</Schema>\n`,
    /** `style` must come before the placemark; it is empty when it came before. `balloon` is HTML, escaped. */
    of(row: LayerRow, balloon?: string): { readonly style: string; readonly placemark: string } {
      const style = styles.of(row.kind);
      return {
        style: style.isNew ? style.text : '',
        placemark: placemarkText(row, { names, schemaId, styleId: style.id, balloon }, notes),
      };
    },
  };
}

/** The color of footprints and other features without a kind. */
const plainColor = '#4fc3d9';

/** A style is written before the first placemark that refers to it, since the kinds are not known in advance. */
function createStyles(layer: string) {
  const ids = new Map<string | null, string>();
  return {
    of(kind: string | null) {
      const known = ids.get(kind);
      if (known !== undefined) return { id: known, isNew: false, text: '' };
      const id = `${layer}-${ids.size + 1}`;
      ids.set(kind, id);
      return { id, isNew: true, text: styleText(id, kind) };
    },
  };
}

function styleText(id: string, kind: string | null): string {
  const [red, green, blue] = (kind === null ? plainColor : analyticColor(kind)).slice(1).match(/../g) ?? [];
  const color = `${blue}${green}${red}`;
  const comment =
    kind === null ? '' : `<!-- ${escapeXml(analyticDisplayName(kind)).replaceAll('-', '‐')} -->`;
  return `<Style id="${id}">${comment}<IconStyle><color>ff${color}</color><scale>0.6</scale></IconStyle><LabelStyle><scale>0</scale></LabelStyle><LineStyle><color>ff${color}</color><width>2</width></LineStyle><PolyStyle><color>40${color}</color></PolyStyle></Style>\n`;
}

function placemarkText(
  row: LayerRow,
  {
    names,
    schemaId,
    styleId,
    balloon,
  }: {
    readonly names: readonly string[];
    readonly schemaId: string;
    readonly styleId: string;
    readonly balloon: string | undefined;
  },
  notes: ExportNotes,
): string {
  const data = names.map((name, index) => simpleData(name, row.values[index] ?? null)).join('');
  const when = parseInstant(row.time)?.iso;
  const time = when === undefined ? '' : `<TimeStamp><when>${when}</when></TimeStamp>`;
  const shape = readGeometry(row.geometry, notes);
  const geometry = shape ? flattenGeometry(toRfc7946(shape)).map(geometryText).join('') : '';
  const description = balloon === undefined ? '' : `<description>${balloon}</description>`;
  return `<Placemark><name>${escapeXml(row.title)}</name>${description}${time}<styleUrl>#${styleId}</styleUrl><ExtendedData><SchemaData schemaUrl="#${schemaId}">${data}</SchemaData></ExtendedData>${geometry}</Placemark>\n`;
}

function simpleData(name: string, value: CellValue): string {
  if (value === null) return '';
  const text = typeof value === 'boolean' ? Number(value) : value;
  return `<SimpleData name="${name}">${escapeXml(String(text))}</SimpleData>`;
}

function geometryText(geometry: SimpleGeometry): string {
  switch (geometry.type) {
    case 'Point':
      return `<Point>${altitudeMode(geometry.coordinates)}${coordinates([geometry.coordinates])}</Point>`;
    case 'LineString':
      return `<LineString>${altitudeMode(geometry.coordinates[0])}${coordinates(geometry.coordinates)}</LineString>`;
    case 'Polygon':
      return polygon(geometry.coordinates);
    case 'MultiPoint':
      return multi(
        geometry.coordinates.map((member) => geometryText({ type: 'Point', coordinates: member })),
      );
    case 'MultiLineString':
      return multi(
        geometry.coordinates.map((member) => geometryText({ type: 'LineString', coordinates: member })),
      );
    case 'MultiPolygon':
      return multi(geometry.coordinates.map(polygon));
  }
}

function multi(members: readonly string[]): string {
  return `<MultiGeometry>${members.join('')}</MultiGeometry>`;
}

function polygon(rings: readonly Position[][]): string {
  const boundaries = rings.map((ring, index) => {
    const name = index === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
    return `<${name}><LinearRing>${coordinates(ring)}</LinearRing></${name}>`;
  });
  return `<Polygon>${altitudeMode(rings[0]?.[0])}${boundaries.join('')}</Polygon>`;
}

function altitudeMode(position: Position | undefined): string {
  return position && position.length > 2 ? '<altitudeMode>absolute</altitudeMode>' : '';
}

function coordinates(positions: readonly Position[]): string {
  return `<coordinates>${positions.map((position) => position.slice(0, 3).join(',')).join(' ')}</coordinates>`;
}
