/** The two tables of detections, which share their columns and one id sequence. */
export const detectionTables = ['detections', 'detection_areas'] as const;

/** The statement that selects from both tables, made of that for each. */
export function selectFromBoth(select: (table: (typeof detectionTables)[number]) => string): string {
  return detectionTables.map(select).join(' UNION ALL ');
}
