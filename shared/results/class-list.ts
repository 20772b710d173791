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
  if (!Array.isArray(value) || value.length === 0 || !namesClasses(name)) return null;
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
  const members = Object.entries(item).filter(([, value]) => value !== null);
  const [only, ...others] = members;
  // `{"cargo": 0.71}`
  if (only && others.length === 0 && !Number.isNaN(toNumber(only[1])) && !isNamed(only[0], shareWords)) {
    const share = toShare(only[0], toNumber(only[1]));
    return share === null ? null : { label: only[0], share };
  }
  const texts = members.flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' && Number.isNaN(toNumber(value))
      ? [[name, value.trim()] as const]
      : [],
  );
  const numbers = members.flatMap(([name, value]) => {
    const number = toNumber(value);
    return Number.isNaN(number) ? [] : [[name, number] as const];
  });
  const label = findMember(texts, labelWords);
  if (label === undefined) return null;
  const share = findMember(numbers, shareWords);
  return { label: label[1], share: share ? toShare(share[0], share[1]) : null };
}

/** The member with the first of the names; the only member where none has one. */
function findMember<Value>(
  members: readonly (readonly [string, Value])[],
  names: readonly string[],
): readonly [string, Value] | undefined {
  for (const name of names) {
    const member = members.find(([each]) => squeeze(each).endsWith(name));
    if (member) return member;
  }
  return members.length === 1 ? members[0] : undefined;
}

function isNamed(name: string, names: readonly string[]): boolean {
  return names.some((each) => squeeze(name).endsWith(each));
}

function squeeze(name: string): string {
  return wordsOf(name).join('');
}

/** A share above 1, or of a name with percent, is a percentage; null outside of 0 to 100. */
function toShare(name: string, value: number): number | null {
  if (!(value >= 0 && value <= 100)) return null;
  return value > 1 || /percent|pct/i.test(name) ? value / 100 : value;
}
