import type { AisReportInput } from '../../../../shared/ais/ais-report.ts';
import { readAisMatches } from '../../workspace/read/ais/ais-matches.ts';
import { maxReportedDetections, placeInPasses, readReported, valuesOf } from './read-reported.ts';
import type { ReportContext } from './report-context.ts';

/** Reads what an AIS report shows. Throws `ExportRefused` where it would have too many rows. */
export function gatherAisReport(context: ReportContext): AisReportInput {
  const { detections, records } = readReported(context, maxReportedDetections);
  const { passes, untraced } = placeInPasses(context, detections.keys());
  const { matches, names } = readAisMatches(context.sql, [...detections.keys()]);
  const outcomes = new Map(context.store.aisOutcomes().map((outcome) => [outcome.passKey, outcome]));
  return {
    ...context.frame,
    files: context.store.aisFiles(),
    passes: passes.map(({ pass, ids }) => ({
      pass,
      outcome: outcomes.get(pass.key) ?? null,
      detections: valuesOf(detections, ids).map((detection) => {
        const match = matches.get(detection.id);
        // What was inferred from one image is not stated of another one.
        const isOfPass = match?.passKey === pass.key;
        return {
          ...detection,
          names,
          match: isOfPass ? match.match : null,
          decision: match?.decision ?? null,
        };
      }),
    })),
    untraced: untraced.length,
    records,
  };
}
