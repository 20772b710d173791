import { layerTreeEntry, layerTreeGroup, mapLayer } from '../exchange/formats/qgis/layer-xml.ts';
import type { TeamConnection } from './team-connection.ts';

type ViewLayer = {
  readonly view: string;
  readonly title: string;
  readonly key: string;
  readonly type: 'Point' | 'Polygon';
};

const layers: readonly ViewLayer[] = [
  { view: 'detections', title: 'Detections', key: 'detection_id', type: 'Point' },
  // QGIS has one geometry type for each layer. Areas are nearly all of what this view has.
  { view: 'detection_areas', title: 'Detection areas', key: 'detection_id', type: 'Polygon' },
];

/**
 * Returns the layer definition file (`.qlr`) with which QGIS adds the views of a team database: with their key column,
 * since a view has none of its own, and with estimated metadata, so that QGIS does not read all rows when it adds them.
 * It has neither user nor password: QGIS asks for them.
 */
export function writeQgisLayers(connection: Omit<TeamConnection, 'user' | 'password'>): string {
  const entries = layers.map((layer) => ({
    id: `sightline_${layer.view}`,
    title: layer.title,
    kind: 'vector' as const,
    geometry: layer.type,
    provider: 'postgres' as const,
    source: sourceOf(connection, layer),
    crs: 'EPSG:4326' as const,
  }));
  return `<!DOCTYPE qgis-layer-definition>
<qlr><layer-tree-group name="" checked="Qt::Checked" expanded="1">${layerTreeGroup(`Sightline ${connection.database}`, entries.map(layerTreeEntry))}</layer-tree-group><maplayers>
${entries.map(mapLayer).join('\n')}
</maplayers></qlr>
`;
}

/**
 * The data source in the form of QGIS's `QgsDataSourceUri`. libpq checks the certificate with the authorities of its
 * own file (`~/.postgresql/root.crt`). The name in it can be checked only where QGIS connects to that name.
 */
function sourceOf(
  { host, address, port, database }: Omit<TeamConnection, 'user' | 'password'>,
  { view, key, type }: ViewLayer,
): string {
  const tls = host.startsWith('/') ? [] : [`sslmode=${address === undefined ? 'verify-full' : 'verify-ca'}`];
  return [
    `dbname=${quote(database)} host=${quote(address ?? host)} port=${port}`,
    ...tls,
    `key=${quote(key)} estimatedmetadata=true srid=4326 type=${type} table="sightline_gis"."${view}" (geom)`,
  ].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
