import { packX, packY } from '../../../shared/results/detection-feed.ts';
import type { ReviewState } from '../../../shared/review/review.ts';
import type { MapDetectionStyle } from '../map-types.ts';
import { isCategoryShown, type Palette } from './detection-palette.ts';
import { bytesPerDetection, type PackedDetections, wordsPerDetection } from './packed-detections.ts';

const largestUint32 = 2 ** 32 - 1;

/**
 * A detection style in the units of the packed buffer. Drawing passes these numbers to the graphics card; hit test and
 * counting compare them here. So exactly the visible detections can be clicked.
 */
export type PackedFilter = {
  /** Epoch seconds, inclusive and exclusive; null: times do not matter. */
  readonly time: { readonly from: number; readonly to: number } | null;
  /** 0…254, inclusive; null: confidence does not matter. */
  readonly confidence: number | null;
  /** Feed units; `west > east` crosses the antimeridian. Null: the position is not restricted. */
  readonly box: PackedBox | null;
  /** Bit n is set: detections with verdict n in the feed's flags match. */
  readonly verdicts: number;
  /** Bit 0: detections without a flag match; bit 1: those with one. */
  readonly flagStates: number;
};

/** A box in feed units, all sides inclusive; y grows southwards. */
export type PackedBox = {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
};

/** A filter that matches every detection. */
export const unrestrictedFilter: PackedFilter = {
  time: null,
  confidence: null,
  box: null,
  verdicts: 0b1111,
  flagStates: 0b11,
};

/** The feed's numbers of the verdicts. */
const verdictNumbers: Readonly<Record<ReviewState, number>> = {
  unreviewed: 0,
  confirmed: 1,
  rejected: 2,
  unsure: 3,
};

/** The style's numbers in packed units. Where a bound is set, detections without that value are left out. */
export function toPackedFilter(style: MapDetectionStyle): PackedFilter {
  const { collectedFrom, collectedTo, minConfidence, boundingBox, verdicts, flagged } = style;
  return {
    time:
      collectedFrom === null && collectedTo === null
        ? null
        : {
            from: collectedFrom === null ? 1 : toSeconds(collectedFrom),
            to: collectedTo === null ? largestUint32 : toSeconds(collectedTo),
          },
    confidence: minConfidence === null ? null : Math.min(254, Math.max(0, Math.round(minConfidence * 254))),
    box: boundingBox && {
      west: packX(boundingBox[0]),
      south: packY(boundingBox[1]),
      east: packX(boundingBox[2]),
      north: packY(boundingBox[3]),
    },
    verdicts: verdicts
      ? verdicts.reduce((bits, verdict) => bits | (1 << verdictNumbers[verdict]), 0)
      : unrestrictedFilter.verdicts,
    flagStates: flagged === null ? unrestrictedFilter.flagStates : flagged ? 0b10 : 0b01,
  };
}

/**
 * Returns a test whether the detection at a slot matches; `palette` hides categories by alpha, and a mask has 0 for
 * detections that do not match.
 */
export function createDetectionTest(
  { words, bytes }: PackedDetections,
  { time, confidence, box, verdicts, flagStates }: PackedFilter,
  palette: Palette,
  mask: Uint8Array | null,
): (slot: number) => boolean {
  const checksFlags =
    verdicts !== unrestrictedFilter.verdicts || flagStates !== unrestrictedFilter.flagStates;
  const shown = Uint8Array.from({ length: 256 }, (_, category) =>
    isCategoryShown(palette, category) ? 1 : 0,
  );
  const checksCategories = shown.includes(0);
  if (mask === null && !time && confidence === null && !box && !checksFlags && !checksCategories) {
    return () => true;
  }
  return (slot) => {
    if (mask !== null && mask[slot] === 0) return false;
    const word = slot * wordsPerDetection;
    const byte = slot * bytesPerDetection + 12;
    if (shown[bytes[byte] as number] === 0) return false;
    if (checksFlags) {
      const flags = bytes[byte + 2] as number;
      if (((verdicts >> ((flags >> 2) & 3)) & 1) === 0 || ((flagStates >> ((flags >> 4) & 1)) & 1) === 0) {
        return false;
      }
    }
    if (time) {
      const seconds = words[word + 2] as number;
      if (seconds === 0 || seconds < time.from || seconds >= time.to) return false;
    }
    if (confidence !== null) {
      const value = bytes[byte + 1] as number;
      if (value === 255 || value < confidence) return false;
    }
    return !box || isInBox(box, words[word] as number, words[word + 1] as number);
  };
}

/** Whether a feed position lies in the box. */
export function isInBox({ west, east, north, south }: PackedBox, x: number, y: number): boolean {
  // Unsigned differences modulo 2³² hold for boxes across the antimeridian, too.
  return (x - west) >>> 0 <= (east - west) >>> 0 && y >= north && y <= south;
}

function toSeconds(milliseconds: number): number {
  return Math.min(largestUint32, Math.max(1, Math.ceil(milliseconds / 1000)));
}
