import type { DetectionDetail } from '../../../shared/results/detection.ts';

type SectionProps = { readonly detail: DetectionDetail; readonly omitsFacts?: boolean };

/** Whether the props of a section that does not show the review differ in the review at most, which each verdict changes. */
export function isSameBesideReview(one: SectionProps, other: SectionProps): boolean {
  return (
    one.omitsFacts === other.omitsFacts &&
    isShallowEqual(withoutReview(one.detail), withoutReview(other.detail)) &&
    isShallowEqual({ ...one.detail, detection: null }, { ...other.detail, detection: null })
  );
}

function withoutReview({ detection }: DetectionDetail) {
  return { ...detection, review: null };
}

function isShallowEqual<Value extends object>(one: Value, other: Value): boolean {
  const keys = Object.keys(one) as (keyof Value)[];
  return keys.length === Object.keys(other).length && keys.every((key) => Object.is(one[key], other[key]));
}
