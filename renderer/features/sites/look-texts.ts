import { formatCount, formatNumber, formatTime } from '../../../shared/format.ts';
import type { LookGroup, SiteLook } from '../../../shared/sites/site-series.ts';
import { texts } from './texts.ts';

/** A group of comparable looks: `SAR · Stripmap · 30–45° · from the east`. */
export function groupText({ sensorType, sensorMode, incidence, side }: LookGroup): string {
  return [
    sensorType ?? texts.group.noType,
    sensorMode ?? texts.group.noMode,
    incidence ? texts.group.incidence(...incidence) : texts.group.noIncidence,
    side ? texts.group.from[side] : texts.group.noSide,
  ].join(' · ');
}

/** What is known of the count of a look: `12`, `at least 3`, `unknown`. */
export function countText({ count, hasAllFeatures }: Pick<SiteLook, 'count' | 'hasAllFeatures'>): string {
  if (count === null) return texts.unknown;
  return hasAllFeatures ? formatCount(count) : texts.looks.atLeast(formatCount(count));
}

/** A share of the site; one between 0 and 1 is never shown as 0 % or 100 %. */
export function shareText(share: number | null): string {
  if (share === null) return texts.unknown;
  if (share > 0 && share < 0.01) return '<1%';
  return `${share < 1 && share >= 0.995 ? 99 : Math.round(100 * share)}%`;
}

/** Whether a look is usual, or why that is not known. */
export function resultText({ notCompared, deviation, isAnomaly }: SiteLook): string {
  if (notCompared) return texts.notCompared[notCompared];
  if (deviation === null) return texts.noBaseline;
  const text = deviationText(deviation);
  return isAnomaly ? texts.looks.unusual(text) : texts.looks.usual(text);
}

/** A deviation with its sign: `+4.2 MAD`. */
export function deviationText(deviation: number): string {
  return texts.looks.deviation(`${deviation > 0 ? '+' : ''}${formatNumber(deviation, 1)}`);
}

/** The time of a look. */
export function lookTime(startedAt: number | null): string {
  return startedAt === null ? texts.looks.withoutTime : formatTime(startedAt);
}
