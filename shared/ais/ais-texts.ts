import { coverageNames } from './ais-outcome.ts';
import type { ContactKind } from './contact-kind.ts';
import type { FileCover } from './file-cover.ts';
import type { MatchCandidate, NotComparable } from './pass-matches.ts';

/** Kind of a contact in words. */
export const contactKindTexts: Readonly<Record<ContactKind, string>> = {
  ship: 'ship',
  unstated: 'number of a ship, nothing else stated',
  'aid-to-navigation': 'aid to navigation',
  'virtual-aid': 'virtual aid to navigation',
  'base-station': 'base station',
  'search-and-rescue': 'search and rescue device',
  'craft-of-a-ship': 'craft of a ship',
  'net-or-buoy': 'net or buoy',
  'handheld-radio': 'handheld radio',
  'unknown-device': 'unknown device',
};

/** Reason why a detection or contact was not compared. */
export const notComparableTexts: Readonly<Record<NotComparable, string>> = {
  'no-time': 'the image has no time',
  'no-position': 'the detection has no position',
  'too-old': 'no report within 60 min',
  'two-places': 'its identifier is used in two places',
  virtual: 'a virtual aid cannot be seen',
  'at-the-edge': 'at the edge of the image',
  'on-land': 'on land, or within 1 km of its coast (Natural Earth, 1:10 million)',
  'length-unknown': 'it states no length',
  'limits-unknown': 'what the analytic can find is not stated',
  'too-short': 'shorter than the analytic finds',
  'too-long': 'longer than the analytic finds',
  'no-ship': 'no ship',
  'footprint-unknown': 'what the image shows is not known',
  'too-many-contacts': 'more than 100,000 contacts are in the image, the limit',
};

/** Text that no contact is within reach of a detection, which states nothing about the ship. */
export function noContactText(cover: FileCover): string {
  return `No AIS contact within reach; the files cover this place and time: ${coverageNames[cover]}.`;
}

/** Reason why a contact in reach of a detection is no match; null for one that may be. */
export function doubtText({ doubt, kind }: Pick<MatchCandidate, 'doubt' | 'kind'>): string | null {
  switch (doubt?.reason) {
    case 'length':
      return `length differs (${Math.round(doubt.statedMeters)} m / ${Math.round(doubt.measuredMeters)} m)`;
    case 'kind': {
      const { measuredMeters: length } = doubt;
      const measured = length === null ? 'states no length' : `has ${Math.round(length)} m`;
      return `${withArticle(contactKindTexts[kind])}, but the detection ${measured}`;
    }
    case 'virtual':
      return notComparableTexts.virtual;
    case 'two-places':
      return notComparableTexts['two-places'];
    case 'unlikely':
      return 'over 33 times less likely for the image as a whole than no contact';
    case undefined:
      return null;
  }
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
