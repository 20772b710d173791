import { memoizeLast } from '../../../../shared/memoize-last.ts';
import { analyticDisplayName } from '../../../../shared/results/analytic-name.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import type { ExportNotes } from '../export-notes.ts';
import type { ExportPlan, PlannedScope } from '../export-plan.ts';
import type { Progress } from '../formats/progress.ts';
import { blobHasHeights } from '../geometry/read-geometry.ts';
import { derivedColumns } from './derived-columns.ts';
import { featurePropertyPrefix, type OptionalColumns, standardColumns } from './detection-columns.ts';
import { type DetectionSourceRow, readDetections } from './detection-source.ts';
import type { Column, Layer, LayerRow } from './layer.ts';
import { containsNul, describeShownNul, jsonContainsNul, showNul } from './nul-characters.ts';
import { createPropertyColumnsFinder, type PropertyColumn } from './property-columns.ts';
import type { RecordFacts } from './record-facts.ts';

/**
 * The detections in scope as a layer: the standard columns first, then a column for each feature property. The columns
 * are determined by reading all detections once.
 */
export function detectionLayer(
  sql: Sql,
  scope: PlannedScope,
  options: OptionalColumns &
    Pick<ExportPlan, 'computed' | 'layerSources'> & { readonly properties?: readonly string[] | undefined },
  notes: ExportNotes,
  progress: Progress,
): Layer {
  let [withHeights, count] = [0, 0];
  const finder = createPropertyColumnsFinder(options.properties);
  for (const batch of readDetections(sql, scope, false)) {
    progress.throwIfStopped();
    count += batch.length;
    for (const row of batch) {
      finder.add(row.properties);
      if (blobHasHeights(row.geometry)) withHeights += 1;
    }
  }
  const found = finder.finish();
  const standard = [...standardColumns(options), ...derivedColumns(sql, options)].sort(
    (one, other) => rank(one) - rank(other),
  );
  const recordValuesOf = memoizeLast((facts: RecordFacts) =>
    standard.map((column) => (column.of === 'record' ? showNul(column.read(facts)) : null)),
  );
  const toRow = (row: DetectionSourceRow): LayerRow => {
    const { facts } = row;
    const shared = recordValuesOf(facts);
    const standardValues = standard.map((column, index) =>
      column.of === 'detection' ? column.read(row) : (shared[index] ?? null),
    );
    const values = [...standardValues, ...found.read(row.properties)];
    const hasNul = jsonContainsNul(row.propertiesText) && values.some(containsNul);
    if (hasNul) notes.count(describeShownNul);
    return {
      id: row.id,
      title: `${analyticDisplayName(facts.analytic)} ${row.id}`,
      kind: facts.analytic,
      time: facts.collectionTime,
      geometry: row.geometry,
      values: hasNul ? values.map(showNul) : values,
    };
  };
  return {
    name: 'detections',
    columns: [
      ...standard.map(({ name, type, title }) => ({ name, type, title })),
      ...freeColumns(found.columns, standard),
    ],
    heights: withHeights === 0 ? 'none' : withHeights === count ? 'all' : 'some',
    *rows() {
      for (const batch of readDetections(sql, scope, options.reviews)) yield batch.map(toRow);
    },
  };
}

/** The id is the first column of a table. */
function rank({ name }: Column): number {
  return name === 'detection_id' ? 0 : 1;
}

/** Columns of properties under names that do not conflict with the standard columns. */
function freeColumns(columns: readonly PropertyColumn[], ours: readonly Column[]): readonly Column[] {
  const reserved = new Set(ours.map(({ name }) => name));
  const taken = new Set([...reserved, ...columns.map(({ name }) => name)]);
  return columns.map(({ name, type, property }) => {
    if (!reserved.has(name)) return { name, type, property };
    let free = `${featurePropertyPrefix}${name}`;
    while (taken.has(free)) free = `${featurePropertyPrefix}${free}`;
    taken.add(free);
    return { name: free, type, property };
  });
}
