import { formatCount, formatQuantity } from '../format.ts';

/** Passes that a report does not list, and why. */
export type UnlistedPasses =
  /** `others`: passes of the workspace that have none of the detections, which were selected one by one. */
  | { readonly reason: 'selection'; readonly others: number }
  /**
   * Passes that match in all but the place and the area of the filter. `elsewhere`: how many show nothing of them;
   * `unknown`: how many have no footprint that could show it.
   */
  | {
      readonly reason: 'place';
      /** The place and the area, such as `near Busan`. */
      readonly where: string;
      readonly elsewhere: number;
      readonly unknown: number;
    }
  | { readonly reason: 'none' };

/** How many passes are not listed, and why, as sentences. */
export function unlistedPassGaps(unlisted: UnlistedPasses): readonly string[] {
  switch (unlisted.reason) {
    case 'none':
      return [];
    case 'selection': {
      const { others } = unlisted;
      return [
        `Passes without one of these detections are not listed.${others === 0 ? '' : ` There ${others === 1 ? 'is' : 'are'} ${formatCount(others)}.`}`,
      ];
    }
    case 'place':
      return [...elsewhereText(unlisted), ...unknownText(unlisted)];
  }
}

type WithoutPlace = Extract<UnlistedPasses, { reason: 'place' }>;

function elsewhereText({ where, elsewhere }: WithoutPlace): readonly string[] {
  if (elsewhere === 0) return [];
  const passes = formatQuantity(elsewhere, 'pass', 'passes');
  return elsewhere === 1
    ? [`${passes} matches the other conditions, but shows nothing ${where}: it is not listed.`]
    : [`${passes} match the other conditions, but show nothing ${where}: they are not listed.`];
}

function unknownText({ where, unknown }: WithoutPlace): readonly string[] {
  if (unknown === 0) return [];
  const passes = `${formatQuantity(unknown, 'pass', 'passes')} without a usable footprint`;
  return unknown === 1
    ? [`${passes} is not listed: whether it shows anything ${where} is not known.`]
    : [`${passes} are not listed: whether they show anything ${where} is not known.`];
}

/** How passes were chosen, as a sentence of the method. */
export function passChoiceText({ reason }: UnlistedPasses): string {
  return reason === 'selection'
    ? 'The detections were selected one by one.'
    : 'Conditions of time, sensor, region, analytic, place and area choose the passes: of a place, those that show a part of the 25 nautical miles around its port. Passes without a matching detection are listed.';
}
