import { memoizeByNames } from '../memoize-by-names.ts';
import { wordsOf } from './property-label.ts';
import { toNumber } from './property-meaning.ts';

/** A likely class, and its share from 0 to 1; null where none is stated. */
export type LikelyClass = { readonly label: string; readonly share: number | null };

const listWords: ReadonlySet<string> = new Set(['class', 'classes', 'classification', 'classifications']);
/** Ends of the names of members that have a label, in the order in which they count. */
export const labelWords = ['label', 'class', 'classname', 'classlabel', 'name', 'type', 'category', 'value'];
/** Ends of the names of members that have a share, in the order in which they count. */
export const shareWords = [
  'probability',
  'confidence',
  'score',
  'likelihood',
  'share',
  'percentage',
  'percent',
  'value',
];

/**
 * Reads the likely classes of a property such as `classificationDetails`, whose items no document describes. Null when
 * the name is not of classes, or when any item does not plainly have one label.
 */
export function readClassList(name: string, value: unknown): readonly LikelyClass[] | null {
  return namesClasses(name) ? readClasses(value) : null;
}

/** The same for a property whose name is of classes. */
export function readClasses(value: unknown): readonly LikelyClass[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const classes = value.map(readClass);
  return classes.every((each) => each !== null) ? classes : null;
}

/** Whether a property of this name may have a list of likely classes. */
export function namesClasses(name: string): boolean {
  return wordsOf(name).some((word) => listWords.has(word));
}

/** The classes by falling share; equal ones, and those without one, in their order. */
export function likeliestFirst(classes: readonly LikelyClass[]): readonly LikelyClass[] {
  return classes.toSorted((one, other) => (other.share ?? -1) - (one.share ?? -1));
}

function readClass(item: unknown): LikelyClass | null {
  if (typeof item === 'string') return item.trim() === '' ? null : { label: item.trim(), share: null };
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return null;
  const members = item as Readonly<Record<string, unknown>>;
  const { names, labels, shares } = orderOf(members);
  const [only, ...others] = names.filter((name) => members[name] !== null);
  // `{"cargo": 0.71}`
  if (only !== undefined && others.length === 0 && !Number.isNaN(toNumber(members[only]))) {
    if (!shares.includes(only)) {
      const share = toShare(only, toNumber(members[only]));
      return share === null ? null : { label: only, share };
    }
  }
  const label = findMember(names, labels, (name) => isLabel(members[name]));
  if (label === undefined) return null;
  const share = findMember(names, shares, (name) => !Number.isNaN(toNumber(members[name])));
  return {
    label: String(members[label]).trim(),
    share: share === undefined ? null : toShare(share, toNumber(members[share])),
  };
}

function isLabel(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && Number.isNaN(toNumber(value));
}

/** Names of members, and which of them have a label or a share, in the order in which they count. */
const orderOf = memoizeByNames((names) => ({
  names,
  labels: namesByWords(names, labelWords),
  shares: namesByWords(names, shareWords),
}));

function namesByWords(names: readonly string[], words: readonly string[]): readonly string[] {
  return words.flatMap((word) => names.filter((name) => wordsOf(name).join('').endsWith(word)));
}

/** The first of the ordered names with such a member; the only such member where none of them has one. */
function findMember(
  names: readonly string[],
  ordered: readonly string[],
  isSuch: (name: string) => boolean,
): string | undefined {
  const first = ordered.find(isSuch);
  if (first !== undefined) return first;
  const [only, ...others] = names.filter(isSuch);
  return others.length === 0 ? only : undefined;
}

/** A share above 1, or of a name with percent, is a percentage; null outside of 0 to 100. */
function toShare(name: string, value: number): number | null {
  if (!(value >= 0 && value <= 100)) return null;
  return value > 1 || /percent|pct/i.test(name) ? value / 100 : value;
}
