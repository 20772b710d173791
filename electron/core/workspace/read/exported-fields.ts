import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import type { Steps } from '../../base/steps.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import type { FieldColumn } from './memory/field-column.ts';
import type { DefineQuery } from './query.ts';

/** Values of fields by the ids of detections in ascending order. */
export type ExportedFields = {
  readonly ids: Uint32Array;
  readonly fields: readonly { readonly field: DetectionField; readonly column: FieldColumn }[];
};

/** Reads the values that exports cannot compute themselves. */
export function createExportedFieldQueries(query: DefineQuery, memory: DetectionMemory) {
  return {
    /** The values of fields of all detections. */
    exportedFields: query(
      (_fields: readonly DetectionField[]) => ({}),
      function* (all, names): Steps<ExportedFields> {
        const fields: ExportedFields['fields'][number][] = [];
        for (const field of names)
          fields.push({ field, column: yield* memory.fieldColumnInSteps(all, field) });
        return { ids: all.columns.id.slice(), fields };
      },
    ),
  };
}
