import { escapeXml } from '../escape-xml.ts';

/** A layer as projects (`.qgs`) and layer definition files (`.qlr`) of QGIS describe it. */
export type QgisLayer = {
  /** Unique in the file. */
  readonly id: string;
  readonly title: string;
  readonly kind: 'vector' | 'raster';
  /** Present for vector layers. */
  readonly geometry?: 'Point' | 'Line' | 'Polygon';
  readonly provider: 'ogr' | 'postgres' | 'wms';
  /** In the form of the provider. */
  readonly source: string;
  readonly crs: 'EPSG:3857' | 'EPSG:4326';
  /** Description of the layer, which QGIS shows with its information. */
  readonly abstract?: string | undefined;
  /** XML of further elements, such as the style. */
  readonly details?: string;
};

/** The entry of a layer in the tree of layers. */
export function layerTreeEntry({ id, title, provider, source }: QgisLayer): string {
  return `<layer-tree-layer id="${escapeXml(id)}" name="${escapeXml(title)}" providerKey="${provider}" source="${escapeXml(source)}" checked="Qt::Checked" expanded="1"/>`;
}

/** A group in the tree of layers with its entries; the first one is on top. */
export function layerTreeGroup(title: string, entries: readonly string[]): string {
  return `<layer-tree-group name="${escapeXml(title)}" checked="Qt::Checked" expanded="1">
${entries.join('\n')}
</layer-tree-group>`;
}

/** The definition of a layer. */
export function mapLayer(layer: QgisLayer): string {
  const { id, title, kind, geometry, provider, source, crs, abstract, details } = layer;
  const ofGeometry = geometry === undefined ? '' : ` geometry="${geometry}"`;
  const metadata = abstract
    ? `<resourceMetadata><abstract>${escapeXml(abstract)}</abstract></resourceMetadata>`
    : '';
  return `<maplayer type="${kind}"${ofGeometry}><id>${escapeXml(id)}</id><datasource>${escapeXml(source)}</datasource><layername>${escapeXml(title)}</layername><srs>${spatialReference(crs)}</srs><provider encoding="UTF-8">${provider}</provider>${metadata}${details ?? ''}</maplayer>`;
}

/** Numbers of QGIS's own database of coordinate systems: QGIS 3.22 reads that of a project only with one. */
const systemIds: Readonly<Record<QgisLayer['crs'], number>> = { 'EPSG:3857': 3857, 'EPSG:4326': 3452 };

/** A coordinate system. */
export function spatialReference(crs: QgisLayer['crs']): string {
  return `<spatialrefsys><srsid>${systemIds[crs]}</srsid><authid>${crs}</authid></spatialrefsys>`;
}
