/** Subjects of reports. */
export const reportKinds = ['pass', 'detection', 'site', 'ais', 'watch'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The title of a kind of report, where neither the user nor a template sets one. */
export const reportTitles: Readonly<Record<ReportKind, string>> = {
  pass: 'Detections by pass',
  detection: 'Detection cards',
  site: 'Site report',
  ais: 'AIS report',
  watch: 'Watch digest',
};

/** Source of a report: any detections, those of a filter or all, or none. */
export const reportScopes: Readonly<Record<ReportKind, 'any' | 'filter' | 'none'>> = {
  pass: 'any',
  detection: 'any',
  site: 'filter',
  ais: 'any',
  watch: 'none',
};

/** Maximum number of detections in a report, since more would be no document to read; null: it lists none. */
export const maxReportedDetections: Readonly<Record<ReportKind, number | null>> = {
  pass: 5000,
  // Each is a page of its own.
  detection: 500,
  site: null,
  ais: 5000,
  watch: null,
};

/** The kinds that show image chips. */
export const reportsWithChips: ReadonlySet<ReportKind> = new Set<ReportKind>(['pass', 'detection']);
