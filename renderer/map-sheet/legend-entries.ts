import { describeOrderState } from '../../shared/orders/list/order-timeline.ts';
import { coverageClasses, coverageOpacity } from '../../shared/passes/coverage-classes.ts';
import { analyticSymbol } from '../../shared/results/analytic-symbol.ts';
import { analyticDisplayName } from '../../shared/results/analytics.ts';
import type { DetectionField } from '../../shared/results/detection-field.ts';
import type { ColorScale } from '../../shared/results/feed-colors.ts';
import { formatFieldNumber } from '../../shared/results/field-number.ts';
import { fieldTitle } from '../../shared/results/field-title.ts';
import type { ShapeName } from '../../shared/results/symbol-shapes.ts';
import { describeColors } from '../../shared/results/value-colors.ts';
import { colorOver, mapColors, mapScheme } from '../map/map-colors.ts';
import type { DensityState } from '../map/map-types.ts';
import { describeMapChip } from '../ui/chip/chip-scale.tsx';
import { designTokens } from '../ui/design-tokens.ts';
import { orderStateColors } from '../ui/order-state-color.ts';
import { texts } from './texts.ts';

/** The symbol of an entry; `none` for an entry of text only. */
export type LegendSymbol =
  | { readonly kind: 'mark'; readonly color: string; readonly shape: ShapeName }
  | { readonly kind: 'line' | 'dashes' | 'cross'; readonly color: string }
  | { readonly kind: 'ramp'; readonly colors: readonly string[] }
  | { readonly kind: 'none' };

export type LegendEntry = { readonly symbol: LegendSymbol; readonly label: string };

/** The parts of the app's state that the legend explains. */
export type LegendState = {
  /** Layers that are shown, by id, with the color and name that the list of layers gives them. */
  readonly layers: readonly { readonly id: string; readonly name: string; readonly color?: string }[];
  /** The analytics of the detections in the picture, the most frequent first. */
  readonly analytics: readonly { readonly analytic: string; readonly count: number }[];
  readonly density: DensityState | null;
  /** Field that determines the colors of the detections; null: their analytic. */
  readonly colors: { readonly field: DetectionField; readonly scale: ColorScale } | null;
  /** The title of the field that determines the symbol size. */
  readonly sizeTitle: string | null;
  /** The hulls in and around the screen; null without any. */
  readonly hulls: { readonly usualWidth: number } | null;
  /** Number of areas in the picture. */
  readonly areas: number;
  readonly hasFootprint: boolean;
  /** The highest number of images at a position; null while coverage is not shown. */
  readonly mostImaged: number | null;
  /** The chip on the map: to scale by the analyst's calibration, or not; null without one. */
  readonly chip: 'calibrated' | 'not-to-scale' | null;
  readonly mark: string | null;
  /** The states of the orders in the picture, the most frequent first. */
  readonly orderStates: readonly OrderStateCount[];
};

/** The state of some orders, null for none, and their number. */
export type OrderStateCount = { readonly state: string | null; readonly count: number };

/** Layers with separate entries, or without one. */
const layersWithoutEntry = [
  'basemap',
  'graticule',
  'places',
  'labels',
  'detections',
  'detection-areas',
  'areas',
  'orders',
  'coverage',
];

/** The legend entries for a state, detections first, in the colors in which the map is drawn. */
export function legendEntries(state: LegendState): LegendEntry[] {
  const { layers, analytics, density, colors, sizeTitle, hulls, areas, orderStates } = state;
  const { mostImaged, hasFootprint, chip, mark } = state;
  const shows = (id: string) => layers.some((layer) => layer.id === id);
  const entries: LegendEntry[] = [];
  const add = (symbol: LegendSymbol, label: string) => entries.push({ symbol, label });
  if (shows('detections')) {
    if (density) {
      const { top, cellPixels } = density;
      add({ kind: 'ramp', colors: mapColors().densityRamp }, texts.legend.density(top, cellPixels));
    } else {
      for (const { analytic, count } of analytics) {
        const symbol = analyticSymbol(analytic);
        // Where a field determines the colors, an analytic has its shape only.
        const color = colors ? designTokens[mapScheme()].muted : symbol[mapScheme()];
        add(
          { kind: 'mark', color, shape: symbol.shape },
          texts.legend.analytic(analyticDisplayName(analytic), count),
        );
      }
      if (colors) entries.push(...colorEntries(colors));
      if (sizeTitle !== null) add({ kind: 'none' }, texts.legend.size(sizeTitle));
      if (hulls) add({ kind: 'none' }, hulls.usualWidth > 0 ? texts.legend.usualWidths : texts.legend.hulls);
    }
  }
  if (shows('areas') && areas > 0) add({ kind: 'line', color: mapColors().area }, texts.legend.areas(areas));
  if (shows('orders')) {
    for (const { state: orderState, count } of orderStates) {
      const label = orderState === null ? texts.legend.noOrderState : describeOrderState(orderState).label;
      const color = orderStateColors(orderState)[mapScheme()];
      add({ kind: 'line', color }, texts.legend.order(label, count));
    }
  }
  if (shows('coverage') && mostImaged !== null) {
    const colors = coverageClasses(mostImaged, mapScheme()).map(({ color }) =>
      colorOver(color, mapColors().sea, coverageOpacity),
    );
    if (colors.length === 0) add({ kind: 'none' }, texts.legend.notImaged);
    else
      add(
        { kind: 'ramp', colors },
        mostImaged === 1 ? texts.legend.imagedOnce : texts.legend.imagedUpTo(mostImaged),
      );
  }
  if (hasFootprint) add({ kind: 'dashes', color: mapColors().accent }, texts.legend.footprint);
  for (const { id, name, color } of layers.toReversed()) {
    if (layersWithoutEntry.includes(id)) continue;
    add(color ? { kind: 'line', color } : { kind: 'none' }, name);
  }
  if (mark !== null) add({ kind: 'cross', color: mapColors().area }, mark);
  if (chip !== null) add({ kind: 'none' }, describeMapChip(chip === 'calibrated'));
  return entries;
}

function colorEntries({ field, scale }: NonNullable<LegendState['colors']>): LegendEntry[] {
  const { ramp, entries } = describeColors(scale, mapScheme(), texts.legend);
  const title = fieldTitle(field);
  const rounded = (value: number) => formatFieldNumber(field, Number(value.toPrecision(3)));
  return [
    ramp
      ? {
          symbol: { kind: 'ramp', colors: ramp.colors },
          label: texts.legend.ramp(title, rounded(ramp.low), rounded(ramp.high)),
        }
      : { symbol: { kind: 'none' }, label: texts.legend.colors(title) },
    ...entries.map(
      ({ label, color }): LegendEntry => ({ symbol: { kind: 'mark', color, shape: 'disc' }, label }),
    ),
  ];
}

/** At most `maxEntries` entries; the last one then counts those left out. */
export function limitLegend(entries: readonly LegendEntry[], maxEntries: number): readonly LegendEntry[] {
  if (entries.length <= maxEntries) return entries;
  const shown = entries.slice(0, maxEntries - 1);
  return [...shown, { symbol: { kind: 'none' }, label: texts.legend.more(entries.length - shown.length) }];
}
