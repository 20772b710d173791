import { formatCount, formatQuantity } from '../format.ts';

/** Passes that a report does not list, and why. */
export type UnlistedPasses =
  /** `others`: passes of the workspace that have none of the detections, which were selected one by one. */
  | { readonly reason: 'selection'; readonly others: number }
  /** `others`: passes that match the filter without a matching detection; of `uncounted` their number is not known. */
  | {
      readonly reason: 'filter';
      readonly others: number;
      readonly uncounted: number;
      readonly place: UnlistedElsewhere | null;
    };

/**
 * Passes that match in all but the place and the area of the filter. `elsewhere`: how many show nothing of them; `unknown`:
 * how many have no footprint that could show it.
 */
type UnlistedElsewhere = {
  /** The place and the area, such as `near Busan`. */
  readonly where: string;
  readonly elsewhere: number;
  readonly unknown: number;
};

/** The number of passes that are not listed, and why, as sentences. */
export function unlistedPassGaps(unlisted: UnlistedPasses): readonly string[] {
  if (unlisted.reason === 'filter') {
    const { place } = unlisted;
    return [...otherText(unlisted), ...(place ? [...elsewhereText(place), ...unknownText(place)] : [])];
  }
  const { others } = unlisted;
  const count = others === 0 ? '' : ` There ${others === 1 ? 'is' : 'are'} ${formatCount(others)}.`;
  return [`Passes without one of these detections are not listed.${count}`];
}

function otherText({ others, uncounted }: Extract<UnlistedPasses, { reason: 'filter' }>): readonly string[] {
  if (others === 0) return [];
  const unknown = uncounted === 0 ? '' : ` Of ${formatCount(uncounted)} the number is not known.`;
  return [
    `${formatQuantity(others, 'other pass', 'other passes')} of these conditions without a matching detection, not listed.${unknown}`,
  ];
}

function elsewhereText({ where, elsewhere }: UnlistedElsewhere): readonly string[] {
  if (elsewhere === 0) return [];
  const passes = formatQuantity(elsewhere, 'pass', 'passes');
  return elsewhere === 1
    ? [`${passes} matches the other conditions, but shows nothing ${where}: it is not listed.`]
    : [`${passes} match the other conditions, but show nothing ${where}: they are not listed.`];
}

function unknownText({ where, unknown }: UnlistedElsewhere): readonly string[] {
  if (unknown === 0) return [];
  const passes = `${formatQuantity(unknown, 'pass', 'passes')} without a usable footprint`;
  return unknown === 1
    ? [`${passes} is not listed: whether it shows anything ${where} is not known.`]
    : [`${passes} are not listed: whether they show anything ${where} is not known.`];
}

/** The choice of passes, as a sentence of the method. */
export function passChoiceText(unlisted: UnlistedPasses): string {
  if (unlisted.reason === 'selection') return 'The detections were selected one by one.';
  const without =
    unlisted.others === 0
      ? 'Passes without a matching detection are listed.'
      : 'Passes without a matching detection are listed where they cover the place of one, and are not too many.';
  return `Conditions of time, sensor, region, analytic, place and area choose the passes: of a place, those that show a part of the 25 nautical miles around its port. ${without}`;
}
