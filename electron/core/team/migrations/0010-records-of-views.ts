/**
 * Reads the record id of a detection in the views by its key. As a join, PostgreSQL read all records instead where it expected
 * more detections in a box than there are.
 */
export const readRecordsByKey = ['detections', 'detection_areas']
  .map(
    (layer) => `
CREATE OR REPLACE VIEW sightline_gis.${layer} AS
  SELECT d.detection_id, d.geom, d.collected_at, d.uploaded_at, d.confidence, d.analytic, d.region, d.sensor_name,
    d.chip_identifier,
    (SELECT r.record_id FROM sightline.records AS r WHERE r.record_key = d.detection_id >> 20) AS record_id,
    d.properties, v.verdict, v.flagged, v.note, v.reviewer, v.reviewed_at, v.disputed
  FROM sightline.${layer} AS d LEFT JOIN sightline.reviews AS v ON v.detection_id = d.detection_id;
`,
  )
  .join('');
