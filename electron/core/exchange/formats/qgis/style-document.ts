import { analyticSymbol } from '../../../../../shared/results/analytic-symbol.ts';
import type { AnalyticSymbol } from '../../../../../shared/results/analytics.ts';
import { analyticDisplayName } from '../../../../../shared/results/analytics.ts';
import {
  headedShapes,
  type ShapeName,
  shapePath,
  shapeReach,
} from '../../../../../shared/results/symbol-shapes.ts';
import { escapeXml } from '../escape-xml.ts';
import { quotedColumn, quotedText } from './expression.ts';
import { type ColorClass, classExpression, colorClasses, type FieldColoring } from './field-coloring.ts';

/** A layer of an export and what its style needs to know of it. */
export type StyledLayer = {
  readonly table: 'detections' | 'detection_areas' | 'footprints' | 'passes';
  /** The names of all columns in their order, without key and geometry. */
  readonly columns: readonly string[];
  /** Titles of our own columns by column name; columns of feature properties have none. */
  readonly titles: ReadonlyMap<string, string>;
  /** The analytics of its features; empty for footprints and passes. */
  readonly analytics: readonly string[];
  /** The column with the heading in degrees clockwise from North, if there is one. */
  readonly headingColumn?: string | undefined;
  /** Field that determines the colors of detections; absent: their analytic. */
  readonly coloring?: FieldColoring;
};

/** The background that the colors are made for. */
export type StyleScheme = 'light' | 'dark';

/** Millimeters of a CSS pixel (CSS Values 4, 6.2). */
const millimetresPerPixel = 25.4 / 96;
/** Opacity of rejected detections in percent (renderer/map/map-colors.ts). */
const rejectedOpacity = 32;
/** The line around marks: white on a light map, the tone of the sea on a dark one (renderer/ui/design-tokens.ts). */
const casings: Readonly<Record<StyleScheme, string>> = { light: '#ffffff', dark: '#0c1722' };
const flagColors: Readonly<Record<StyleScheme, string>> = { light: '#855500', dark: '#f0b429' };
const footprintColors: Readonly<Record<StyleScheme, string>> = { light: '#5b4bc4', dark: '#9a8cf0' };
/** Analytics that are not in the export, such as those of rows that the user adds in QGIS. */
const otherAnalytics: AnalyticSymbol = { shape: 'disc', light: '#54616d', dark: '#94a2b0' };

/**
 * The QGIS style (QML) of a layer: the symbols, the column titles, and the time of each feature for QGIS's temporal
 * controller. Detections are drawn in the shape of their analytic, turned to their heading, in the color of the
 * analytic or of a field's value. Rejected ones are pale, flagged ones have a ring. QGIS 3.22 and later read it.
 * `form` is XML of its form; absent: as QGIS makes it.
 */
export function styleDocument(layer: StyledLayer, scheme: StyleScheme, form = ''): string {
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22.0" styleCategories="Symbology|Fields|Temporal${form === '' ? '' : '|Forms'}">
${layerStyle(layer, scheme)}
${form}
<layerGeometryType>${layer.table === 'detections' ? 0 : 2}</layerGeometryType>
</qgis>
`;
}

/** The parts of a style that projects have in the definition of the layer. */
export function layerStyle(layer: StyledLayer, scheme: StyleScheme): string {
  return [renderer(layer, scheme), temporal(layer), aliases(layer)].filter(Boolean).join('\n');
}

function renderer(layer: StyledLayer, scheme: StyleScheme): string {
  if (layer.table === 'footprints' || layer.table === 'passes')
    return singleSymbol(symbol('0', 'fill', '', fillLayer(footprintColors[scheme], 0)));
  const { coloring } = layer;
  const classes = coloring
    ? valueClasses(layer, coloring, scheme)
    : analyticClasses(layer.analytics, layer.headingColumn, scheme);
  const categories = classes.map(
    ({ value, label }, index) =>
      `<category symbol="${index}" value="${escapeXml(value)}" label="${escapeXml(label)}" render="true"/>`,
  );
  const hasVerdicts = layer.titles.has('verdict');
  const opacity = hasVerdicts
    ? dataDefined({ alpha: `if(${quotedColumn('verdict')} = 'rejected', ${rejectedOpacity}, 100)` })
    : '';
  const symbols = classes.map((drawn, index) =>
    layer.table === 'detections'
      ? symbol(
          String(index),
          'marker',
          opacity,
          [markLayer(drawn, scheme), ...(hasVerdicts ? [flagRing(drawn.shape, scheme)] : [])].join(''),
        )
      : symbol(String(index), 'fill', opacity, fillLayer(drawn.color, 64, drawn.colorExpression)),
  );
  return `<renderer-v2 type="categorizedSymbol" attr="${escapeXml(coloring ? classExpression(coloring) : 'analytic')}" forceraster="0" symbollevels="0" enableorderby="0">
<categories>${categories.join('')}</categories>
<symbols>${symbols.join('\n')}</symbols>
</renderer-v2>`;
}

/** An entry of the legend with the shape and color of its detections. */
type DrawnClass = ColorClass & { readonly shape: MarkShape };

function analyticClasses(
  analytics: readonly string[],
  headingColumn: string | undefined,
  scheme: StyleScheme,
): readonly DrawnClass[] {
  const drawn = (value: string, label: string, look: AnalyticSymbol): DrawnClass => ({
    value,
    label,
    color: look[scheme],
    shape: shapeOf(look.shape, headingColumn),
  });
  return [
    ...analytics.map((analytic) => drawn(analytic, analyticDisplayName(analytic), analyticSymbol(analytic))),
    drawn('', 'Other analytics', otherAnalytics),
  ];
}

function valueClasses(
  { analytics, headingColumn }: StyledLayer,
  coloring: FieldColoring,
  scheme: StyleScheme,
): readonly DrawnClass[] {
  const shape = shapeByAnalytic(analytics, headingColumn);
  return colorClasses(coloring, scheme).map((colorClass) => ({ ...colorClass, shape }));
}

function symbol(name: string, type: 'marker' | 'line' | 'fill', properties: string, layers: string): string {
  return `<symbol name="${name}" type="${type}" alpha="1" clip_to_extent="1" force_rhr="0">${properties}${layers}</symbol>`;
}

/** Shape of marks: constants, which the legend shows, and expressions for each detection by property of QGIS. */
type MarkShape = {
  /** See `drawing`. */
  readonly name: string;
  /** Millimeters, also of the ring of flagged ones. */
  readonly size: string;
  readonly ringSize: string;
  readonly expressions: Readonly<Partial<Record<'name' | 'angle' | 'size', string>>>;
  readonly ringExpressions: Readonly<Partial<Record<'size', string>>>;
};

/** A shape of the map as an embedded drawing, in the map's size. */
function shapeOf(shape: ShapeName, headingColumn: string | undefined): MarkShape {
  // One pixel for the casing on each side.
  const reach = shapeReach(shape) + 1;
  const isHeaded = headedShapes.includes(shape);
  const disc = drawing('disc', reach, shape === 'dart' ? 0.6 : 0.9);
  const heading = headingColumn === undefined ? undefined : quotedColumn(headingColumn);
  return {
    // A shape that points somewhere is drawn only where the heading is known.
    name: isHeaded && heading === undefined ? disc : drawing(shape, reach),
    size: (2 * reach * millimetresPerPixel).toFixed(3),
    ringSize: (2 * (shapeReach(shape) + 2.5) * millimetresPerPixel).toFixed(3),
    expressions:
      isHeaded && heading !== undefined
        ? {
            name: `if(${heading} is null, '${disc}', '${drawing(shape, reach)}')`,
            angle: `coalesce(to_real(${heading}), 0)`,
          }
        : {},
    ringExpressions: {},
  };
}

/** Each detection in the shape of its analytic, where the class does not determine the analytic. */
function shapeByAnalytic(analytics: readonly string[], headingColumn: string | undefined): MarkShape {
  const shapes = analytics.map((analytic) => ({
    analytic,
    shape: shapeOf(analyticSymbol(analytic).shape, headingColumn),
  }));
  const other = shapeOf(otherAnalytics.shape, headingColumn);
  if (shapes.length === 0) return other;
  const byAnalytic = (read: (shape: MarkShape) => string) =>
    `case ${shapes
      .map(
        ({ analytic, shape }) =>
          `when ${quotedColumn('analytic')} = ${quotedText(analytic)} then ${read(shape)}`,
      )
      .join(' ')} else ${read(other)} end`;
  return {
    ...other,
    expressions: {
      name: byAnalytic(({ name, expressions }) => expressions.name ?? quotedText(name)),
      angle: byAnalytic(({ expressions }) => expressions.angle ?? '0'),
      size: byAnalytic(({ size }) => size),
    },
    ringExpressions: { size: byAnalytic(({ ringSize }) => ringSize) },
  };
}

/** QGIS fills in the colors of the drawing. */
function markLayer({ color, colorExpression, shape }: DrawnClass, scheme: StyleScheme): string {
  return symbolLayer(
    'SvgMarker',
    {
      name: shape.name,
      color: rgba(color),
      outline_color: rgba(casings[scheme]),
      outline_width: '0',
      size: shape.size,
      size_unit: 'MM',
    },
    dataDefined({ ...shape.expressions, ...(colorExpression ? { fillColor: colorExpression } : {}) }),
  );
}

/** The amber ring of a flagged detection. */
function flagRing({ ringSize, ringExpressions }: MarkShape, scheme: StyleScheme): string {
  return symbolLayer(
    'SimpleMarker',
    {
      name: 'circle',
      color: '0,0,0,0',
      outline_color: rgba(flagColors[scheme]),
      outline_width: (1.5 * millimetresPerPixel).toFixed(3),
      outline_width_unit: 'MM',
      size: ringSize,
      size_unit: 'MM',
    },
    dataDefined({ ...ringExpressions, enabled: `coalesce(${quotedColumn('flagged')}, false)` }),
  );
}

function fillLayer(color: string, fillOpacity: number, colorExpression?: string): string {
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
    colorExpression
      ? dataDefined({
          fillColor: `set_color_part(${colorExpression}, 'alpha', ${fillOpacity})`,
          outlineColor: colorExpression,
        })
      : '',
  );
}

/** The style of a layer whose features have one color; areas are outlines. */
export function plainStyle(geometry: 'Point' | 'Line' | 'Polygon', color: string): string {
  const drawn = {
    Point: [
      'marker',
      symbolLayer('SimpleMarker', { name: 'circle', color: rgba(color), size: '2', size_unit: 'MM' }, ''),
    ],
    Line: [
      'line',
      symbolLayer('SimpleLine', { line_color: rgba(color), line_width: '0.4', line_width_unit: 'MM' }, ''),
    ],
    Polygon: ['fill', fillLayer(color, 0)],
  } as const;
  const [kind, content] = drawn[geometry];
  return singleSymbol(symbol('0', kind, '', content));
}

function singleSymbol(symbols: string): string {
  return `<renderer-v2 type="singleSymbol" forceraster="0" symbollevels="0" enableorderby="0"><symbols>${symbols}</symbols></renderer-v2>`;
}

function symbolLayer(kind: string, options: Readonly<Record<string, string>>, properties: string): string {
  const entries = Object.entries(options).map(
    ([name, value]) => `<Option name="${name}" type="QString" value="${escapeXml(value)}"/>`,
  );
  return `<layer class="${kind}" enabled="1" locked="0" pass="0"><Option type="Map">${entries.join('')}</Option>${properties}</layer>`;
}

/** Properties that QGIS computes for each feature; `expressions` by the property's name in QGIS, possibly none. */
function dataDefined(expressions: Readonly<Record<string, string>>): string {
  if (Object.keys(expressions).length === 0) return '';
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

/** `#rrggbb` as QGIS writes colors; `opacity` is 0…255. */
function rgba(color: string, opacity = 255): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return [...channels, opacity].join(',');
}
