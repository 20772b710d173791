import { analyticDisplayName } from '../../../../../shared/results/analytic-name.ts';
import { type AnalyticSymbol, analyticSymbol } from '../../../../../shared/results/analytic-symbol.ts';
import {
  headedShapes,
  type ShapeName,
  shapePath,
  shapeReach,
} from '../../../../../shared/results/symbol-shapes.ts';
import { escapeXml } from '../escape-xml.ts';

/** A layer of an export and what its style needs to know of it. */
export type StyledLayer = {
  readonly table: 'detections' | 'detection_areas' | 'footprints';
  /** The names of all columns in their order, without key and geometry. */
  readonly columns: readonly string[];
  /** Titles of our own columns by column name; columns of feature properties have none. */
  readonly titles: ReadonlyMap<string, string>;
  /** The analytics of its features; empty for footprints. */
  readonly analytics: readonly string[];
  /** The column with the heading in degrees clockwise from North, if there is one. */
  readonly headingColumn?: string | undefined;
};

/** The background that the colors are made for. */
export type StyleScheme = 'light' | 'dark';

/** Millimeters of a CSS pixel (CSS Values 4, 6.2). */
const millimetresPerPixel = 25.4 / 96;
/** Opacity of rejected detections in percent (design/desk.md). */
const rejectedOpacity = 32;
/** The line around marks: white on a light map, the tone of the sea on a dark one (design/desk.md). */
const casings: Readonly<Record<StyleScheme, string>> = { light: '#ffffff', dark: '#0c1722' };
const flagColors: Readonly<Record<StyleScheme, string>> = { light: '#855500', dark: '#f0b429' };
const footprintColors: Readonly<Record<StyleScheme, string>> = { light: '#5b4bc4', dark: '#9a8cf0' };
/** Analytics that are not in the export, such as those of rows that the user adds in QGIS. */
const otherAnalytics: AnalyticSymbol = { shape: 'disc', light: '#54616d', dark: '#94a2b0' };

/**
 * The QGIS style (QML) of a layer: the symbols, the column titles, and the time of each feature for QGIS's temporal
 * controller. Detections are drawn in the shape and color of their analytic and turned to their heading; rejected ones
 * are pale, flagged ones have a ring. QGIS 3.22 and later read it.
 */
export function styleDocument(layer: StyledLayer, scheme: StyleScheme): string {
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22.0" styleCategories="Symbology|Fields|Temporal">
${layerStyle(layer, scheme)}
<layerGeometryType>${layer.table === 'detections' ? 0 : 2}</layerGeometryType>
</qgis>
`;
}

/** The parts of a style that projects have in the definition of the layer. */
export function layerStyle(layer: StyledLayer, scheme: StyleScheme): string {
  return [renderer(layer, scheme), temporal(layer), aliases(layer)].filter(Boolean).join('\n');
}

function renderer(layer: StyledLayer, scheme: StyleScheme): string {
  if (layer.table === 'footprints')
    return `<renderer-v2 type="singleSymbol" forceraster="0" symbollevels="0" enableorderby="0"><symbols>${symbol(
      '0',
      'fill',
      '',
      fillLayer(footprintColors[scheme], 0),
    )}</symbols></renderer-v2>`;
  const kinds = [
    ...layer.analytics.map((analytic) => ({
      value: analytic,
      label: analyticDisplayName(analytic),
      look: analyticSymbol(analytic),
    })),
    { value: '', label: 'Other analytics', look: otherAnalytics },
  ];
  const categories = kinds.map(
    ({ value, label }, index) =>
      `<category symbol="${index}" value="${escapeXml(value)}" label="${escapeXml(label)}" render="true"/>`,
  );
  const hasVerdicts = layer.titles.has('verdict');
  const opacity = hasVerdicts
    ? dataDefined({ alpha: `if(${quoted('verdict')} = 'rejected', ${rejectedOpacity}, 100)` })
    : '';
  const symbols = kinds.map(({ look }, index) =>
    layer.table === 'detections'
      ? symbol(
          String(index),
          'marker',
          opacity,
          [
            markLayer(look, scheme, layer.headingColumn),
            ...(hasVerdicts ? [flagRing(look.shape, scheme)] : []),
          ].join(''),
        )
      : symbol(String(index), 'fill', opacity, fillLayer(look[scheme], 64)),
  );
  return `<renderer-v2 type="categorizedSymbol" attr="analytic" forceraster="0" symbollevels="0" enableorderby="0">
<categories>${categories.join('')}</categories>
<symbols>${symbols.join('\n')}</symbols>
</renderer-v2>`;
}

function symbol(name: string, type: 'marker' | 'fill', properties: string, layers: string): string {
  return `<symbol name="${name}" type="${type}" alpha="1" clip_to_extent="1" force_rhr="0">${properties}${layers}</symbol>`;
}

/** A shape of the map as an embedded drawing, in the map's size; QGIS fills in the colors. */
function markLayer(look: AnalyticSymbol, scheme: StyleScheme, headingColumn: string | undefined): string {
  // One pixel for the casing on each side.
  const reach = shapeReach(look.shape) + 1;
  const isHeaded = headedShapes.includes(look.shape);
  const disc = drawing('disc', reach, look.shape === 'dart' ? 0.6 : 0.9);
  const heading = headingColumn === undefined ? undefined : quoted(headingColumn);
  // A shape that points somewhere is drawn only where the heading is known.
  const drawn = isHeaded && heading === undefined ? disc : drawing(look.shape, reach);
  const properties =
    isHeaded && heading !== undefined
      ? dataDefined({
          name: `if(${heading} is null, '${disc}', '${drawn}')`,
          angle: `coalesce(to_real(${heading}), 0)`,
        })
      : '';
  return symbolLayer(
    'SvgMarker',
    {
      name: drawn,
      color: rgba(look[scheme]),
      outline_color: rgba(casings[scheme]),
      outline_width: '0',
      size: (2 * reach * millimetresPerPixel).toFixed(3),
      size_unit: 'MM',
    },
    properties,
  );
}

/** The amber ring of a flagged detection. */
function flagRing(shape: ShapeName, scheme: StyleScheme): string {
  const radius = shapeReach(shape) + 2.5;
  return symbolLayer(
    'SimpleMarker',
    {
      name: 'circle',
      color: '0,0,0,0',
      outline_color: rgba(flagColors[scheme]),
      outline_width: (1.5 * millimetresPerPixel).toFixed(3),
      outline_width_unit: 'MM',
      size: (2 * radius * millimetresPerPixel).toFixed(3),
      size_unit: 'MM',
    },
    dataDefined({ enabled: `coalesce(${quoted('flagged')}, false)` }),
  );
}

function fillLayer(color: string, fillOpacity: number): string {
  return symbolLayer(
    'SimpleFill',
    {
      color: rgba(color, fillOpacity),
      style: fillOpacity === 0 ? 'no' : 'solid',
      outline_color: rgba(color),
      outline_style: 'solid',
      outline_width: '0.4',
      outline_width_unit: 'MM',
    },
    '',
  );
}

function symbolLayer(kind: string, options: Readonly<Record<string, string>>, properties: string): string {
  const entries = Object.entries(options).map(
    ([name, value]) => `<Option name="${name}" type="QString" value="${escapeXml(value)}"/>`,
  );
  return `<layer class="${kind}" enabled="1" locked="0" pass="0"><Option type="Map">${entries.join('')}</Option>${properties}</layer>`;
}

/** Properties that QGIS computes for each feature; `expressions` by the property's name in QGIS. */
function dataDefined(expressions: Readonly<Record<string, string>>): string {
  const entries = Object.entries(expressions).map(
    ([name, expression]) =>
      `<Option name="${name}" type="Map"><Option name="active" type="bool" value="true"/><Option name="expression" type="QString" value="${escapeXml(expression)}"/><Option name="type" type="int" value="3"/></Option>`,
  );
  return `<data_defined_properties><Option type="Map"><Option name="name" type="QString" value=""/><Option name="properties" type="Map">${entries.join('')}</Option><Option name="type" type="QString" value="collection"/></Option></data_defined_properties>`;
}

/** A shape as QGIS embeds it: `base64:` and an SVG whose middle is the place of the detection. */
function drawing(shape: ShapeName, reach: number, scale = 1): string {
  const box = [-reach, -reach, 2 * reach, 2 * reach].join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${2 * reach}" height="${2 * reach}"><path transform="scale(${scale})" d="${shapePath(shape)}" fill="param(fill)" fill-rule="evenodd" stroke="param(outline)" stroke-width="1" stroke-linejoin="round" paint-order="stroke"/></svg>`;
  return `base64:${Buffer.from(svg).toString('base64')}`;
}

function temporal({ titles }: StyledLayer): string {
  if (!titles.has('collected_at')) return '';
  return `<temporal enabled="1" mode="1" startField="collected_at" endField="" startExpression="" endExpression="" durationField="" durationUnit="min" fixedDuration="0" accumulate="0" limitMode="0"><fixedRange><start></start><end></end></fixedRange></temporal>`;
}

function aliases({ columns, titles }: StyledLayer): string {
  const entries = ['fid', ...columns].map((name, index) => {
    const title = titles.get(name) ?? '';
    return `<alias field="${escapeXml(name)}" index="${index}" name="${escapeXml(title)}"/>`;
  });
  return `<aliases>${entries.join('')}</aliases>`;
}

/** A column in a QGIS expression. */
function quoted(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}

/** `#rrggbb` as QGIS writes colors; `opacity` is 0…255. */
function rgba(color: string, opacity = 255): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return [...channels, opacity].join(',');
}
