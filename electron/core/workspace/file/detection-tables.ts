/** The two tables of detections, which share their columns and one id sequence. */
export const detectionTables = ['detections', 'detection_areas'] as const;
