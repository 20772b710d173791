import type { PassReportInput } from '../../../../shared/reports/pass-report.ts';
import { placeInPasses, readReported, valuesOf } from './read-reported.ts';
import type { ReportContext } from './report-context.ts';

/** Reads what a report by pass shows. Throws `ExportRefused` where it would have too many rows. */
export function gatherPassReport(context: ReportContext): PassReportInput {
  const { detections, records } = readReported(context);
  const { passes, untraced } = placeInPasses(context, detections.keys());
  return {
    ...context.frame,
    passes: passes.map(({ pass, ids }) => ({ pass, detections: valuesOf(detections, ids) })),
    untraced: valuesOf(detections, untraced),
    withChips: context.plan.chipSource !== undefined,
    hasEmptyPasses: context.report.filter !== null,
    records,
  };
}
