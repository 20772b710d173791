import type { AisReportInput } from '../../../../shared/reports/ais-report.ts';
import { readAisMatches } from '../../workspace/read/ais/ais-matches.ts';
import { readFiguresOf } from '../../workspace/read/ais/ais-overview.ts';
import { placeInPasses, readReported, valuesOf } from './read-reported.ts';
import type { ReportContext } from './report-context.ts';

/** Reads what an AIS report shows. Throws `ExportRefused` where it would have too many rows. */
export function gatherAisReport(context: ReportContext): AisReportInput {
  const { sql, store, frame } = context;
  const { detections, records } = readReported(context);
  const { passes, untraced } = placeInPasses(context, detections.keys());
  const { matches, names } = readAisMatches(sql, [...detections.keys()]);
  const summaries = new Map(store.aisOverview().passes.map((summary) => [summary.passKey, summary]));
  const listed = new Set(passes.map(({ pass }) => pass.key));
  const placed = new Set<number>();
  return {
    ...frame,
    files: store.aisFiles(),
    passes: passes.map(({ pass, ids }) => {
      // A detection that several images may show is listed once: in the one that it was inferred from, or the first.
      const ofPass = ids.filter((id) => {
        const matched = matches.get(id)?.passKey;
        if (matched !== undefined && listed.has(matched)) return matched === pass.key;
        if (placed.has(id)) return false;
        placed.add(id);
        return true;
      });
      const { state, notSeen = null, files = [], matchedAt = null } = summaries.get(pass.key) ?? {};
      const { contacts } = store.aisContacts(pass.key);
      return {
        pass,
        state: state ?? 'no-file',
        figures: readFiguresOf(sql, ofPass, pass.key),
        ...{ notSeen, files, matchedAt },
        contacts: contacts.filter((contact) => contact.state === 'not-seen'),
        detections: valuesOf(detections, ofPass).map((detection) => {
          const { passKey, match = null, decision = null } = matches.get(detection.id) ?? {};
          // What was inferred from one image is not stated of another one.
          return { ...detection, match: passKey === pass.key ? match : null, decision, names };
        }),
      };
    }),
    untraced: untraced.length,
    records,
  };
}
