import { findAreaByRings } from '../../../shared/areas/find-area-by-rings.ts';
import {
  type ExportOptions,
  type ExportScope,
  type ExportView,
  exportScopeSchema,
  type ReportMap,
  writesPasses,
} from '../../../shared/exchange/export-request.ts';
import { coveredByAis, reportRefusal } from '../../../shared/exchange/large-export.ts';
import { formatCount } from '../../../shared/format.ts';
import { describeNamedLayer } from '../../../shared/layers/describe-layer.ts';
import type { VectorLayer } from '../../../shared/layers/vector-layer.ts';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import type { ReportedPass } from '../../../shared/passes/pass.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { itemFields, presenceFields } from '../../../shared/results/builtin-fields.ts';
import { describeFilter } from '../../../shared/results/describe-filter.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { layerFieldOf } from '../../../shared/results/detection-field.ts';
import type { FilterExpression } from '../../../shared/results/expression/filter-expression.ts';
import { parseExpression } from '../../../shared/results/expression/parse-expression.ts';
import { describeMissingNames, unknownFields } from '../../../shared/results/expression/unknown-fields.ts';
import { layersInExpression } from '../../../shared/results/layer-fields.ts';
import { closedLists, fieldsToFind } from '../../../shared/watch/rule-obstacle.ts';
import type { ReadStore } from '../workspace/read/read-store.ts';
import type { WorkspaceDamage } from '../workspace/safety/describe-damage.ts';
import { idScope, type PlannedScope } from './export-plan.ts';
import { projectContent } from './formats/qgis/project-content.ts';
import { outlineText } from './geometry/wkt-text.ts';
import type { ExportTask } from './perform-export.ts';

/** Content and form of an export; what a window of the app draws may be absent. */
export type PlanRequest = {
  readonly scope: ExportScope;
  readonly options: ExportOptions;
  /** For a GeoPackage and a QGIS project. */
  readonly view?: ExportView | undefined;
  /** For reports. */
  readonly reportMap?: ReportMap | undefined;
  /** Known damage to the workspace's file. */
  readonly damage?: WorkspaceDamage | undefined;
};

type Read =
  | 'counts'
  | 'exportedFields'
  | 'foundValues'
  | 'listAreas'
  | 'listLayers'
  | 'listSearches'
  | 'matchingIds'
  | 'parameters'
  | 'passReport'
  | 'properties'
  | 'recordNames';

/** Queries that a plan needs: of the open workspace, or from a file in a thread. */
export type PlanReads = {
  readonly [Name in Read]: (
    ...args: Parameters<ReadStore[Name]>
  ) => ReturnType<ReadStore[Name]> | Promise<ReturnType<ReadStore[Name]>>;
};

/** An export without its files. `total`: how many detections are in its scope; `warnings`: what it cannot have. */
export type PlannedExport = Omit<ExportTask, 'workspacePath' | 'targets' | 'journalFolder' | 'chipSource'> & {
  readonly total: number;
  readonly warnings: readonly string[];
};

/**
 * Resolves a request to what the export thread needs, before it starts, so that later changes of the workspace do not
 * change what it is. Fails with `invalid-input` for fields that the workspace does not have, and with `not-found`
 * where it has none of the chosen detections.
 */
export async function planExport(
  reads: PlanReads,
  { scope, options, view, reportMap, damage }: PlanRequest,
  mapSources: readonly MapSource[] = [],
): Promise<Result<PlannedExport>> {
  const filter = scope.kind === 'filter' ? scope.filter : undefined;
  const { layerFields = [] } = options;
  const unknown = await findUnknown(reads, filter, options);
  if (unknown.length > 0) return fail('invalid-input', unknown.join(' '));
  const planned = { ...(await planScope(reads, scope)), damage };
  const { missing, found } = await findMissing(reads, scope, damage);
  if (found === 0) return fail('not-found', describeMissingIds(missing, found));
  const total = found ?? (planned.kind === 'ids' ? planned.ids.length : (await reads.counts({})).detections);
  const refusal = reportRefusal(options, total, true);
  if (refusal !== undefined) {
    if (reportRefusal(options, total) !== undefined || scope.kind === 'ids')
      return fail('too-large', refusal);
    const restricted = exportScopeSchema.parse({ kind: 'filter', filter: coveredByAis(filter ?? {}) });
    const { length } = await reads.matchingIds(restricted.kind === 'filter' ? restricted.filter : {});
    if (reportRefusal(options, length, true) !== undefined) return fail('too-large', refusal);
    return planExport(reads, { ...{ options, view, reportMap, damage }, scope: restricted }, mapSources);
  }
  const layers = await reads.listLayers();
  const used = [
    ...layersInExpression(filter?.expression),
    ...layerFields.flatMap((field) => layerFieldOf(field)?.layer ?? []),
  ];
  const usedLayers = layers.filter(({ name }) => used.includes(name));
  const conditions = filter ? describeConditions(filter, layers, await readNames(reads, filter)) : [];
  const outline = filter?.within && outlineText(filter.within);
  const fields = [
    ...(options.presence ? presenceFields : []),
    ...(options.reviews ? itemFields : []),
    ...layerFields,
  ];
  return succeed({
    scope: planned,
    total,
    warnings: [
      ...(missing.length > 0 ? [describeMissingIds(missing, found ?? 0)] : []),
      ...(await missingNames(reads, filter, options.properties)),
    ],
    options,
    colors: view?.colors,
    reportMap,
    computed: fields.length > 0 ? await reads.exportedFields(fields) : undefined,
    layers: usedLayers,
    passes: writesPasses(options) ? await reportPasses(reads, scope) : undefined,
    filter: scope.kind === 'all' ? {} : filter,
    conditions,
    projectContent: projectContent(outline ? [...conditions, outline] : conditions, view, mapSources),
  });
}

/** The names of what a filter is about; of a saved search that is gone, its id. */
async function readNames(reads: PlanReads, { within, fetchId, searchId }: DetectionFilter) {
  const areas = within ? await reads.listAreas() : [];
  const searches = searchId ? (await reads.listSearches()).searches : [];
  return {
    area: within && findAreaByRings(within, areas)?.name,
    fetch: fetchId,
    search: searches.find(({ search }) => search.id === searchId)?.search.name ?? searchId,
  };
}

/** Problems of the names in the filter and the columns; none while no detection could have them. */
async function findUnknown(
  reads: PlanReads,
  filter: DetectionFilter | undefined,
  { layerFields = [] }: ExportOptions,
): Promise<readonly string[]> {
  const parsed = filter?.expression === undefined ? undefined : parseExpression(filter.expression);
  const columns = layerFields.map((field): FilterExpression => ({ kind: 'present', field }));
  const parts = [...(parsed?.ok ? [parsed.expression] : []), ...columns];
  if (parts.length === 0 || (await reads.counts({})).detections === 0) return [];
  return unknownFields(
    { kind: 'and', parts },
    await reads.properties(),
    await reads.parameters(),
    await reads.listLayers(),
  ).map(({ message }) => message);
}

/** A sentence for each name that no record or detection has; none while there is no record. Later ones may have it. */
async function missingNames(
  reads: PlanReads,
  filter: DetectionFilter | undefined,
  properties: readonly string[] = [],
): Promise<readonly string[]> {
  if (!filter && properties.length === 0) return [];
  const { records, detections, byAnalytic } = await reads.counts({});
  if (records === 0) return [];
  const property = detections > 0 ? (await reads.properties()).map(({ name }) => name) : properties;
  const { classes } = await reads.foundValues([], fieldsToFind(filter ?? {}));
  const values = { ...closedLists, ...(detections > 0 ? { class: classes.all } : {}) };
  const names = await reads.recordNames();
  // A detection that could be of several analytics of its record has a name of its own.
  const analytic = [...new Set([...names.analytic, ...byAnalytic.map((each) => each.analytic)])];
  const known = { ...names, analytic, property, values };
  return describeMissingNames(filter ?? {}, properties, known);
}

/** Chosen ids that the workspace does not have, and how many it has; undefined: they were not chosen one by one. */
async function findMissing(
  reads: PlanReads,
  scope: ExportScope,
  damage: WorkspaceDamage | undefined,
): Promise<{ readonly missing: readonly number[]; readonly found?: number }> {
  // Of a damaged file it is not known; what is on damaged pages is noted by the export.
  if (scope.kind !== 'ids' || damage) return { missing: [] };
  const found = new Set(await reads.matchingIds({ ids: scope.ids }));
  return { missing: [...new Set(scope.ids)].filter((id) => !found.has(id)), found: found.size };
}

/** Most ids that a message lists. */
const maxListedIds = 10;

function describeMissingIds(missing: readonly number[], found: number): string {
  const listed = missing.slice(0, maxListedIds).join(', ');
  const more = missing.length > maxListedIds ? ` and ${formatCount(missing.length - maxListedIds)} more` : '';
  const ids = `${missing.length === 1 ? 'id' : 'ids'} ${listed}${more}`;
  if (found === 0) return `No chosen detection is in this workspace: ${ids}.`;
  const verb = missing.length === 1 ? 'is' : 'are';
  return `${formatCount(missing.length)} of ${formatCount(found + missing.length)} chosen detections ${verb} not in this workspace and left out: ${ids}.`;
}

/** Resolves a scope to ids. */
export async function planScope(
  reads: Pick<PlanReads, 'matchingIds'>,
  scope: ExportScope,
): Promise<PlannedScope> {
  switch (scope.kind) {
    case 'all':
      return scope;
    case 'filter':
      return { kind: 'ids', ids: await reads.matchingIds(scope.filter) };
    case 'ids':
      return idScope(scope.ids);
  }
}

/** Passes that chosen detections are in; else those that the filter matches. */
async function reportPasses(reads: PlanReads, scope: ExportScope): Promise<readonly ReportedPass[]> {
  if (scope.kind !== 'ids') return reads.passReport(scope.kind === 'filter' ? scope.filter : {});
  return (await reads.passReport({ ids: scope.ids })).filter(({ pass }) => pass.detections > 0);
}

/**
 * The conditions of a filter as sentences by which they can be stated again, with the names of its area, fetch and saved
 * search, where there are any, and the age, license and accuracy of the workspace's layers in them.
 */
function describeConditions(
  filter: DetectionFilter,
  layers: readonly VectorLayer[],
  named: Parameters<typeof describeFilter>[1] = {},
): readonly string[] {
  const names = layersInExpression(filter.expression);
  return [
    ...describeFilter(filter, named, true).map(({ text, members }) =>
      members.includes('places') ? `${text} (the nearest port, within 25 nm)` : text,
    ),
    ...layers.filter(({ name }) => names.includes(name)).map((layer) => `layer ${describeNamedLayer(layer)}`),
  ];
}
