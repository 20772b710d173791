import { defaultSite } from '../../../../shared/areas/area.ts';
import { areaRegion } from '../../../../shared/areas/area-region.ts';
import { cutText } from '../../../../shared/cut-text.ts';
import { parsePrintableJson } from '../../../../shared/exact-json.ts';
import { countDistinct } from '../../../../shared/passes/area-pass.ts';
import { type AisReportInput, aisReport, aisText } from '../../../../shared/reports/ais-report.ts';
import { type DetectionCardsInput, detectionCards } from '../../../../shared/reports/detection-cards.ts';
import { type PassReportInput, passReport } from '../../../../shared/reports/pass-report.ts';
import type { ReportDocument } from '../../../../shared/reports/report-document.ts';
import { notStated } from '../../../../shared/reports/report-texts.ts';
import { type ReportedDetection, reviewText } from '../../../../shared/reports/reported-detection.ts';
import { statedValue } from '../../../../shared/results/stated-value.ts';
import { isEmptyReview, type Review } from '../../../../shared/review/review.ts';
import { type SiteReportInput, siteReport } from '../../../../shared/sites/site-report.ts';
import { toSiteSeries } from '../../../../shared/sites/site-series.ts';
import { nowUtc } from '../../../../shared/time.ts';
import { fieldsToFind } from '../../../../shared/watch/rule-obstacle.ts';
import { type WatchDigestInput, watchDigest } from '../../../../shared/watch/watch-digest.ts';
import { toListedRules } from '../../../../shared/watch/watch-list.ts';
import { textCell, textOrNull } from '../../workspace/file/cells.ts';
import { readAisMatches, readFiguresOf } from '../../workspace/read/ais/ais-overview.ts';
import { ExportRefused } from '../export-progress.ts';
import { placeInPasses } from './place-in-passes.ts';
import { propertyText, type ReportContext, readReported, valuesOf } from './report-context.ts';

/** The document of a report of any kind. Throws `ExportRefused` where it cannot be made. */
export function gatherReport(context: ReportContext): ReportDocument {
  switch (context.report.kind) {
    case 'pass':
      return passReport(gatherPassReport(context));
    case 'detection':
      return detectionCards(gatherDetectionCards(context));
    case 'site':
      return siteReport(gatherSiteReport(context));
    case 'ais':
      return aisReport(gatherAisReport(context));
    case 'watch':
      return watchDigest(gatherWatchDigest(context));
  }
}

/** Reads what a report by pass shows. */
function gatherPassReport(context: ReportContext): PassReportInput {
  const { detections, records } = readReported(context);
  const { passes, untraced, unlisted } = placeInPasses(context, context.report.filter, detections.keys());
  return {
    ...context.frame,
    passes: passes.map(({ pass, ids }) => ({ pass, detections: valuesOf(detections, ids) })),
    untraced: valuesOf(detections, untraced),
    unlisted,
    withChips: context.plan.chipSource !== undefined,
    records,
  };
}

/** Characters of a value; a record may state geometry in one. */
const maxValueLength = 1000;

/** Whether a review of the history is the present one; without a present one, whether it cleared the review. */
function isPresent(review: Review, present: ReportedDetection['review']): boolean {
  if (present === null) return isEmptyReview(review);
  return (['reviewedAt', 'reviewer', 'verdict', 'note'] as const).every(
    (name) => review[name] === present[name],
  );
}

/** A value as its record has it, with what it stands for where it is no value. */
function recordedText(name: string, value: unknown): string {
  const text = propertyText(value) ?? 'null';
  return value === null || statedValue(name, value) !== null ? text : `${text} (${notStated})`;
}

/** Reads what the cards of detections show. Throws `ExportRefused` for too many. */
function gatherDetectionCards(context: ReportContext): DetectionCardsInput {
  const recorded = new Map<number, readonly (readonly [string, string])[]>();
  const { detections, records } = readReported(context, ({ id, propertiesText }) => {
    const all = Object.entries(parsePrintableJson(propertiesText) as Readonly<Record<string, unknown>>);
    recorded.set(
      id,
      all.map(([name, value]) => [
        cutText(name, maxValueLength),
        cutText(recordedText(name, value), maxValueLength),
      ]),
    );
  });
  const ids = [...detections.keys()];
  // Only the passes that show one of them, whatever the filter.
  const { passes } = placeInPasses(context, undefined, ids);
  const { matches, names } = readAisMatches(context.sql, ids);
  return {
    ...context.frame,
    cards: [...detections.values()].map((detection) => {
      const match = matches.get(detection.id);
      return {
        detection,
        passes: passes.filter((each) => each.ids.includes(detection.id)).map(({ pass }) => pass),
        ais: match ? aisText({ ...match, names }) : null,
        recorded: recorded.get(detection.id) ?? [],
        history: (context.store.reviewHistory(detection.id) ?? [])
          .filter(({ review }) => !isPresent(review, detection.review))
          .map(({ review }) => reviewText({ review })),
      };
    }),
    withChips: context.plan.chipSource !== undefined,
    records,
  };
}

/** Reads what the report of a site shows. Throws `ExportRefused` where there is no such area. */
function gatherSiteReport({ sql, store, report, frame, progress }: ReportContext): SiteReportInput {
  const { site: chosen, counted, grouping, filter } = report;
  if (chosen === undefined) throw new ExportRefused('Choose the site of the report.');
  if (filter === undefined)
    throw new ExportRefused('A site report counts all detections, or those of a filter. Choose one of them.');
  const areas = store.listAreas();
  const area = areas.find(({ id }) => id === chosen) ?? areas.find(({ name }) => name === chosen);
  if (!area)
    throw new ExportRefused(`The workspace has no area “${chosen}”. Choose another one.`, 'not-found');
  const { minShare, kind } = area.site ?? defaultSite;
  const regions = [{ id: area.id, region: areaRegion(area.shape), siteKind: kind }];
  const areaPasses = store.areaPasses({ areas: regions, filter })[0]?.areaPasses ?? [];
  progress.written(countDistinct(areaPasses).detections);
  const recordIds = [...new Set(areaPasses.flatMap((areaPass) => areaPass.recordIds))];
  const records = sql
    .all(
      'SELECT record_id, upload_time FROM records WHERE record_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(recordIds),
    )
    .map((row) => [textCell(row, 'record_id'), textOrNull(row, 'upload_time')] as const);
  return {
    ...frame,
    site: { name: area.name, minShare },
    ...{ counted, grouping },
    series: toSiteSeries(areaPasses, { minShare, counted, grouping }),
    records: new Map(records),
  };
}

/** Reads what an AIS report shows. */
function gatherAisReport(context: ReportContext): AisReportInput {
  const { sql, store, frame, report } = context;
  const { detections, records } = readReported(context);
  const summaries = new Map(store.aisOverview().passes.map((summary) => [summary.passKey, summary]));
  // What AIS files cover is content, also where no detection matches.
  const { passes, untraced, unlisted } = placeInPasses(
    context,
    report.filter,
    detections.keys(),
    new Set(summaries.keys()),
  );
  const { matches, names } = readAisMatches(sql, [...detections.keys()]);
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
      return {
        pass,
        state: state ?? 'no-file',
        figures: readFiguresOf(sql, ofPass, pass.key),
        ...{ notSeen, files, matchedAt },
        contacts: store.aisContacts(pass.key).contacts,
        detections: valuesOf(detections, ofPass).map((detection) => {
          const { passKey, match = null, decision = null } = matches.get(detection.id) ?? {};
          // What was inferred from one image is not stated of another one.
          return { ...detection, match: passKey === pass.key ? match : null, decision, names };
        }),
      };
    }),
    untraced: untraced.length,
    unlisted,
    records,
  };
}

/** More are counted, and are in the inbox. */
const maxFindings = 5000;

/** Reads what a digest of the inbox shows. */
function gatherWatchDigest({ store, frame }: ReportContext): WatchDigestInput {
  const now = nowUtc(frame.madeAt);
  const inbox = (view: 'open' | 'silenced' | 'snoozed', limit: number) =>
    store.watchInbox({ view, offset: 0, limit }, now);
  const { events, total } = inbox('open', maxFindings);
  const { rules, unreadable } = store.listWatchRules();
  const { searches } = store.listSearches();
  const names = {
    layers: store.listLayers(),
    properties: store.properties(),
    parameters: store.parameters(),
    served: store.counts({}).served,
  };
  const analyticsOf = new Map(searches.map(({ search }) => [search.id, search.search.analytics]));
  const found = new Map(
    rules.map(({ rule }) => [
      rule.id,
      store.foundValues(analyticsOf.get(rule.searchId) ?? [], fieldsToFind(rule)),
    ]),
  );
  const sources = { rules, searches, areas: store.listAreas(), names, found };
  return {
    ...frame,
    rules: toListedRules(sources, frame.madeAt),
    unreadable,
    events,
    found: total,
    silenced: inbox('silenced', 1).total,
    snoozed: inbox('snoozed', 1).total,
  };
}
