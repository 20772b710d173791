import type { DetectionField } from '../detection-field.ts';

/**
 * A filter expression as a tree. Comparison with an absent value is never true, also under `!=`; `present` tests for
 * it. Numbers compare with numbers (numeric text counts as a number), text with text without regard to case; `collected`,
 * `uploaded` and `reviewed` compare as instants with ISO 8601 text in UTC.
 */
export type FilterExpression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterExpression[] }
  | { readonly kind: 'not'; readonly part: FilterExpression }
  | {
      readonly kind: 'compare';
      readonly field: DetectionField;
      readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=';
      readonly value: string | number | boolean;
    }
  | {
      readonly kind: 'in';
      readonly field: DetectionField;
      readonly values: readonly (string | number | boolean)[];
    }
  /** Text found anywhere in, or at an end of, the value, without regard to case. */
  | {
      readonly kind: 'contains' | 'starts' | 'ends';
      readonly field: DetectionField;
      readonly text: string;
    }
  | { readonly kind: 'present'; readonly field: DetectionField };
