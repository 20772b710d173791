import type { BoundingBox } from '../../../../../shared/geo/geometry.ts';
import type { VectorLayer } from '../../../../../shared/layers/vector-layer.ts';
import { fieldTitle } from '../../../../../shared/results/field-title.ts';
import { escapeXml } from '../escape-xml.ts';
import { layerTreeEntry, layerTreeGroup, mapLayer, type QgisLayer, spatialReference } from './layer-xml.ts';
import type { ProjectBasemap, ProjectContent } from './project-content.ts';
import { layerStyle, plainStyle, type StyledLayer, type StyleScheme } from './style-document.ts';

/** The exported file that a project shows. */
export type ProjectFile = {
  /** Name of the GeoPackage, which is in the folder of the project. */
  readonly fileName: string;
  /** `''` for none. */
  readonly marking: string;
  readonly layers: readonly StyledLayer[];
  /** Extent of all layers; null when none has a geometry. */
  readonly extent: BoundingBox | null;
  /** Layers of the user's that the file has. */
  readonly usedLayers: readonly VectorLayer[];
};

const titles: Readonly<Record<StyledLayer['table'], string>> = {
  detections: 'Detections',
  detection_areas: 'Detection areas',
  footprints: 'Footprints',
  passes: 'Passes',
};
/** The color of the sea on Sightline's map (renderer/ui/design-tokens.ts). */
const canvasColors: Readonly<Record<StyleScheme, readonly [red: number, green: number, blue: number]>> = {
  light: [0xd3, 0xe0, 0xe8],
  dark: [0x0c, 0x17, 0x22],
};

/**
 * The QGIS project (`.qgs`, XML) of an exported GeoPackage: its layers in groups, in the symbols of the map, over the
 * basemaps, with the view of the map in Web Mercator. The path of the GeoPackage is relative. QGIS 3.22 and later read it.
 */
export function projectDocument(
  { fileName, marking, layers, extent, usedLayers }: ProjectFile,
  { filter, view, basemaps }: ProjectContent,
): string {
  const scheme = view?.background ?? 'light';
  const ofFile = (layer: StyledLayer): QgisLayer => ({
    id: `sightline_${layer.table}`,
    title: layer.coloring
      ? `${titles[layer.table]} by ${fieldTitle(layer.coloring.field)}`
      : titles[layer.table],
    kind: 'vector',
    geometry: layer.table === 'detections' ? 'Point' : 'Polygon',
    provider: 'ogr',
    source: `./${fileName}|layername=${layer.table}`,
    crs: 'EPSG:4326',
    abstract: filter.join('\n'),
    details: layerStyle(layer, scheme),
  });
  const isOfImages = ({ table }: StyledLayer) => table === 'footprints' || table === 'passes';
  const detections = layers.filter((layer) => !isOfImages(layer)).map(ofFile);
  const images = layers.filter(isOfImages).map(ofFile);
  const ofUser = usedLayers.flatMap((layer) => userLayer(layer, fileName));
  const tiles = basemaps.map(basemapLayer);
  const groups = [
    { title: filter.length > 0 ? 'Detections, filtered' : 'Detections', layers: detections },
    { title: 'Images', layers: images },
    { title: 'Layers', layers: ofUser },
    { title: 'Basemap', layers: tiles },
  ].filter((group) => group.layers.length > 0);
  const [red, green, blue] = canvasColors[scheme];
  const box = view?.box ?? extent;
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22.0" projectname="${escapeXml(fileName)}">
<title>${escapeXml([marking, fileName].filter(Boolean).join(': '))}</title>
<projectCrs>${spatialReference('EPSG:3857')}</projectCrs>
<layer-tree-group>
${groups.map((group) => layerTreeGroup(group.title, group.layers.map(layerTreeEntry))).join('\n')}
<custom-order enabled="0"/>
</layer-tree-group>
${box ? canvasView(box) : ''}
<projectlayers>
${[...detections, ...images, ...ofUser, ...tiles].map(mapLayer).join('\n')}
</projectlayers>
<properties><SpatialRefSys><ProjectionsEnabled type="int">1</ProjectionsEnabled></SpatialRefSys><Gui><CanvasColorRedPart type="int">${red}</CanvasColorRedPart><CanvasColorGreenPart type="int">${green}</CanvasColorGreenPart><CanvasColorBluePart type="int">${blue}</CanvasColorBluePart></Gui><Paths><Absolute type="bool">false</Absolute></Paths></properties>
</qgis>
`;
}

const userGeometries = { points: 'Point', lines: 'Line', polygons: 'Polygon' } as const;

/** A layer of the user's in its color; of several kinds of geometry QGIS shows one layer for each. */
function userLayer(layer: VectorLayer, fileName: string): readonly QgisLayer[] {
  const kinds =
    layer.geometry === 'mixed'
      ? (['polygons', 'lines', 'points'] as const)
      : layer.geometry === 'none'
        ? []
        : [layer.geometry];
  return kinds.map((kind) => {
    const geometry = userGeometries[kind];
    const ofKind =
      layer.geometry === 'mixed' ? `|geometrytype=${geometry === 'Line' ? 'LineString' : geometry}` : '';
    return {
      id: `sightline_${layer.table}_${kind}`,
      title: kinds.length > 1 ? `${layer.name} (${kind})` : layer.name,
      kind: 'vector',
      geometry,
      provider: 'ogr',
      source: `./${fileName}|layername=${layer.table}${ofKind}`,
      crs: 'EPSG:4326',
      details: plainStyle(geometry, layer.style.color),
    };
  });
}

function basemapLayer(
  { name, address, attribution, minZoom, maxZoom, tileSize, opacity }: ProjectBasemap,
  index: number,
): QgisLayer {
  // QGIS has no ranges of servers.
  const url = address.replaceAll(/\{([a-z\d])-[a-z\d]\}/g, '$1');
  const parameters = [
    'type=xyz',
    `url=${encodeURIComponent(url)}`,
    `zmin=${minZoom}`,
    `zmax=${maxZoom}`,
    ...(tileSize === 512 ? ['tilePixelRatio=2'] : []),
  ];
  return {
    id: `sightline_basemap_${index + 1}`,
    title: name,
    kind: 'raster',
    provider: 'wms',
    source: parameters.join('&'),
    crs: 'EPSG:3857',
    details: `<resourceMetadata><rights>${escapeXml(attribution)}</rights></resourceMetadata><pipe><rasterrenderer type="singlebandcolordata" band="1" opacity="${opacity}" alphaBand="-1" nodataColor=""><rasterTransparency/></rasterrenderer></pipe>`,
  };
}

/** The extent of the map window, which QGIS widens to its proportions. */
function canvasView([west, south, east, north]: BoundingBox): string {
  const [xmin, ymin] = toWebMercator(west, south);
  const [xmax, ymax] = toWebMercator(east < west ? east + 360 : east, north);
  return `<mapcanvas name="theMapCanvas" annotationsVisible="1"><units>meters</units><extent><xmin>${xmin}</xmin><ymin>${ymin}</ymin><xmax>${xmax}</xmax><ymax>${ymax}</ymax></extent><rotation>0</rotation><destinationsrs>${spatialReference('EPSG:3857')}</destinationsrs></mapcanvas>
<ProjectViewSettings><DefaultViewExtent xmin="${xmin}" ymin="${ymin}" xmax="${xmax}" ymax="${ymax}">${spatialReference('EPSG:3857')}</DefaultViewExtent></ProjectViewSettings>`;
}

const semiMajorMetres = 6_378_137;
/** The latitude at which the square of Web Mercator ends. */
const maxLatitude = 85.051_128_78;

/** EPSG:3857, in metres. */
function toWebMercator(longitude: number, latitude: number): readonly [x: number, y: number] {
  const phi = (Math.min(maxLatitude, Math.max(-maxLatitude, latitude)) * Math.PI) / 180;
  return [
    (longitude * Math.PI * semiMajorMetres) / 180,
    Math.log(Math.tan(Math.PI / 4 + phi / 2)) * semiMajorMetres,
  ];
}
