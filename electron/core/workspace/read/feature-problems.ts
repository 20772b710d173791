/** SQL: whether the features of a row of `records` were requested. */
export const featuresRequested = `(fields = 'all' OR instr(fields, 'content.features.') > 0)`;

/**
 * SQL: how many problems of a row of `records` may hide features. One with the whole record, or with its content, may;
 * one for the whole record represents more that are not listed. A note on the coordinates of a feature that is used hides none.
 */
export const featureProblems = `(SELECT count(*) FROM problems WHERE problems.record_id = records.record_id
  AND (path IN ('record', 'content') OR (path GLOB 'content.features*' AND path NOT GLOB '*.geometry.coordinates')))`;
