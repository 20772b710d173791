import { describeConditions } from '../../../shared/exchange/describe-conditions.ts';
import {
  type ExportOptions,
  type ExportScope,
  type ExportView,
  type ReportMap,
  writesPasses,
} from '../../../shared/exchange/export-request.ts';
import { reportRefusal } from '../../../shared/exchange/large-export.ts';
import type { MapSource } from '../../../shared/map-sources/map-source.ts';
import type { ReportedPass } from '../../../shared/passes/pass.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { looksFields } from '../../../shared/results/builtin-fields.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { layerFieldOf } from '../../../shared/results/detection-field.ts';
import type { FilterExpression } from '../../../shared/results/expression/filter-expression.ts';
import { parseExpression } from '../../../shared/results/expression/parse-expression.ts';
import { unknownFields } from '../../../shared/results/expression/unknown-fields.ts';
import { layersInExpression } from '../../../shared/results/layer-fields.ts';
import type { ReadStore } from '../workspace/read/read-store.ts';
import { idScope, type PlannedScope } from './export-plan.ts';
import { projectContent } from './formats/qgis/project-content.ts';
import type { ExportTask } from './perform-export.ts';

/** What is exported, and how; what a window of the app draws may be absent. */
export type PlanRequest = {
  readonly scope: ExportScope;
  readonly options: ExportOptions;
  /** For a GeoPackage and a QGIS project. */
  readonly view?: ExportView | undefined;
  /** For reports. */
  readonly reportMap?: ReportMap | undefined;
};

type Read =
  | 'counts'
  | 'exportedFields'
  | 'listLayers'
  | 'matchingIds'
  | 'parameters'
  | 'passReport'
  | 'properties';

/** What a plan reads: from the open workspace, or from a file in a thread. */
export type PlanReads = {
  readonly [Name in Read]: (
    ...args: Parameters<ReadStore[Name]>
  ) => ReturnType<ReadStore[Name]> | Promise<ReturnType<ReadStore[Name]>>;
};

/** An export without its files. `total`: how many detections are in its scope. */
export type PlannedExport = Omit<ExportTask, 'workspacePath' | 'targets' | 'journalFolder' | 'chipSource'> & {
  readonly total: number;
};

/**
 * Resolves a request to what the export thread needs, before it starts, so that later changes of the workspace do not
 * change what it is. Fails with `invalid-input` for names that the workspace does not have.
 */
export async function planExport(
  reads: PlanReads,
  { scope, options, view, reportMap }: PlanRequest,
  mapSources: readonly MapSource[] = [],
): Promise<Result<PlannedExport>> {
  const filter = scope.kind === 'filter' ? scope.filter : undefined;
  const { layerFields = [] } = options;
  const unknown = await findUnknown(reads, filter, layerFields);
  if (unknown.length > 0) return fail('invalid-input', unknown.join(' '));
  const planned = await planScope(reads, scope);
  const total = planned.kind === 'ids' ? planned.ids.length : (await reads.counts({})).detections;
  const refusal = reportRefusal(options, total);
  if (refusal !== undefined) return fail('too-large', refusal);
  const layers = await reads.listLayers();
  const used = [
    ...layersInExpression(filter?.expression),
    ...layerFields.flatMap((field) => layerFieldOf(field)?.layer ?? []),
  ];
  const usedLayers = layers.filter(({ name }) => used.includes(name));
  const conditions = filter ? describeConditions(filter, layers) : [];
  const fields = [...(options.presence ? looksFields : []), ...layerFields];
  return succeed({
    scope: planned,
    total,
    options,
    colors: view?.colors,
    reportMap,
    computed: fields.length > 0 ? await reads.exportedFields(fields) : undefined,
    layers: usedLayers,
    passes: writesPasses(options) ? await reportPasses(reads, scope) : undefined,
    filter: scope.kind === 'all' ? {} : filter,
    conditions,
    projectContent: projectContent(conditions, view, mapSources),
  });
}

/** What is wrong with the names in the filter and the columns; nothing while no detection could have them. */
async function findUnknown(
  reads: PlanReads,
  filter: DetectionFilter | undefined,
  layerFields: NonNullable<ExportOptions['layerFields']>,
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

/** Of chosen detections the passes that they are in; else all passes of the filter's times and sensors. */
async function reportPasses(reads: PlanReads, scope: ExportScope): Promise<readonly ReportedPass[]> {
  if (scope.kind !== 'ids') return reads.passReport(scope.kind === 'filter' ? scope.filter : {});
  return (await reads.passReport({ ids: scope.ids })).filter(({ result }) => result === 'found');
}
