import type { AisReportInput } from '../../../../shared/reports/ais-report.ts';
import { readAisMatches } from '../../workspace/read/ais/ais-matches.ts';
import { readFiguresOf } from '../../workspace/read/ais/ais-overview.ts';
import { maxReportedDetections, placeInPasses, readReported, valuesOf } from './read-reported.ts';
import type { ReportContext } from './report-context.ts';

/** Reads what an AIS report shows. Throws `ExportRefused` where it would have too many rows. */
export function gatherAisReport(context: ReportContext): AisReportInput {
  const { sql, store, frame } = context;
  const { detections, records } = readReported(context, maxReportedDetections);
  const { passes, untraced } = placeInPasses(context, detections.keys());
  const { matches, names } = readAisMatches(sql, [...detections.keys()]);
  const summaries = new Map(store.aisOverview().passes.map((summary) => [summary.passKey, summary]));
  return {
    ...frame,
    files: store.aisFiles(),
    passes: passes.map(({ pass, ids }) => {
      // What was inferred from one image is not stated of another one.
      const ofPass = ids.filter((id) => (matches.get(id)?.passKey ?? pass.key) === pass.key);
      const { state, notSeen = null, files = [], matchedAt = null } = summaries.get(pass.key) ?? {};
      const { contacts } = store.aisContacts(pass.key);
      return {
        pass,
        state: state ?? 'no-file',
        figures: readFiguresOf(sql, ofPass),
        ...{ notSeen, files, matchedAt },
        contacts: contacts.filter((contact) => contact.state === 'not-seen'),
        detections: valuesOf(detections, ofPass).map((detection) => {
          const { match = null, decision = null } = matches.get(detection.id) ?? {};
          return { ...detection, match, decision, names };
        }),
      };
    }),
    untraced: untraced.length,
    records,
  };
}
