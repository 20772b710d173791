import { type ColorScale, colorCodes } from './feed-colors.ts';

/** Colors of the values of a field for each color scheme, `#rrggbb`; test/unit checks that they can be distinguished. */
export const valueColors = {
  dark: {
    categories: ['#63affd', '#e2a037', '#d85841', '#8afeb7', '#6e73f6', '#fee43b'],
    other: '#a0a0a0',
    absent: '#787878',
    notFetched: '#d2d2d2',
    /** From low to high. */
    ramp: ['#bf6420', '#f0a13c', '#ffefb0'],
  },
  light: {
    categories: ['#0666f6', '#bf6102', '#a72003', '#6f855c', '#9b6e92', '#481500'],
    other: '#323232',
    absent: '#5a5a5a',
    notFetched: '#000000',
    ramp: ['#b8650a', '#7d3f06', '#331500'],
  },
} as const satisfies Record<'dark' | 'light', ValueColors>;

type ValueColors = Readonly<
  Record<'other' | 'absent' | 'notFetched', string> & Record<'categories' | 'ramp', readonly string[]>
>;

/** The color of a code of a scale, `#rrggbb`. */
export function valueColor(scale: Pick<ColorScale, 'kind'>, code: number, scheme: 'dark' | 'light'): string {
  const colors = valueColors[scheme];
  if (code === colorCodes.absent) return colors.absent;
  if (code === colorCodes.notFetched) return colors.notFetched;
  if (scale.kind === 'categories') return colors.categories[code] ?? colors.other;
  return rampColor(colors.ramp, Math.min(1, code / colorCodes.highest));
}

/** The color at a share of a ramp, 0…1, between its two nearest stops. */
function rampColor(stops: readonly string[], share: number): string {
  const at = share * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(at));
  const [from = '', to = ''] = stops.slice(index, index + 2);
  const channels = [1, 3, 5].map((start) => {
    const [low, high] = [from, to].map((color) => Number.parseInt(color.slice(start, start + 2), 16));
    return Math.round((low as number) + ((high as number) - (low as number)) * (at - index));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** A color scale for a legend. */
export type DescribedColors = {
  /** Null without numbers. */
  readonly ramp: { readonly colors: readonly string[]; readonly low: number; readonly high: number } | null;
  readonly entries: readonly { readonly label: string; readonly color: string }[];
};

/** The colors that occur in a scale; `labels` names those that are no value. */
export function describeColors(
  scale: ColorScale,
  scheme: 'dark' | 'light',
  labels: Readonly<Record<'other' | 'absent' | 'notFetched', string>>,
): DescribedColors {
  const colors = valueColors[scheme];
  const isRamp = scale.kind === 'ramp' && scale.low !== null && scale.high !== null;
  const names = scale.kind === 'categories' ? scale.names : [];
  return {
    ramp: isRamp ? { colors: colors.ramp, low: scale.low as number, high: scale.high as number } : null,
    entries: [
      ...names.map((label, index) => ({ label, color: colors.categories[index] ?? colors.other })),
      ...(scale.hasOther ? [{ label: labels.other, color: colors.other }] : []),
      ...(scale.hasAbsent ? [{ label: labels.absent, color: colors.absent }] : []),
      ...(scale.hasNotFetched ? [{ label: labels.notFetched, color: colors.notFetched }] : []),
    ],
  };
}
