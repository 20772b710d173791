/**
 * SQL: how many problems of a row of `records` may hide features. One with the whole record, or with its content, may;
 * one that is told of it as a whole stands for more that are not listed.
 */
export const featureProblems = `(SELECT count(*) FROM problems WHERE problems.record_id = records.record_id
  AND (path IN ('record', 'content') OR path GLOB 'content.features*'))`;
