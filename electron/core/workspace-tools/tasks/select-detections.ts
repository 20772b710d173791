import { describeConditions } from '../../../../shared/exchange/describe-conditions.ts';
import type { ReportedPass } from '../../../../shared/passes/pass.ts';
import { fail, failBecause, failFrom, type Result, succeed } from '../../../../shared/result.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { parseExpression } from '../../../../shared/results/expression/parse-expression.ts';
import { unknownFields } from '../../../../shared/results/expression/unknown-fields.ts';
import type { PlannedScope } from '../../exchange/export-plan.ts';
import { schemaVersion } from '../../workspace/file/schema/migrate.ts';
import { closeDatabase, createSql, explainSqliteError } from '../../workspace/file/sql.ts';
import { openReader } from '../../workspace/open/open-database.ts';
import type { WorkspaceStore } from '../../workspace/open/workspace-store.ts';
import { createWorkspaceStore } from '../../workspace/open/workspace-store.ts';
import { readMarking } from '../../workspace/read/marking.ts';
import { checkSchema, refusalRemedy } from '../../workspace/safety/check-schema.ts';
import { describeForeignDatabase } from '../../workspace/safety/describe-foreign-database.ts';

/** Detections of a workspace, and how many there are. */
type DetectionSelection = {
  readonly scope: PlannedScope;
  readonly total: number;
  /** That of the workspace; `''` for none. */
  readonly marking: string;
  /** The conditions of the filter, as sentences. */
  readonly conditions: readonly string[];
  /** If requested, the passes with their results under the filter. */
  readonly passes?: readonly ReportedPass[];
};

/** The detections of a workspace that match a filter; an empty filter means all. The file is only read. */
export function selectDetections({
  path,
  filter,
  passes = false,
}: {
  readonly path: string;
  readonly filter: DetectionFilter;
  readonly passes?: boolean;
}): Result<DetectionSelection> {
  let database: ReturnType<typeof openReader>['database'];
  try {
    database = openReader(path).database;
  } catch (error) {
    return failBecause('disk', `${path} cannot be opened.`, explainSqliteError(error));
  }
  try {
    const schema = checkSchema(database);
    if (schema.kind === 'other') return fail('conflict', `${path}: ${describeForeignDatabase(database)}`);
    if (schema.kind === 'refused') return fail('conflict', `${path}: ${schema.problem} ${refusalRemedy}`);
    if (schema.kind === 'empty') return fail('conflict', `${path} is empty: no workspace of Sightline.`);
    if (schema.version !== schemaVersion) return fail('conflict', describeVersion(path, schema.version));
    const store = createWorkspaceStore(database);
    const unknown = unknownFieldsOf(store, filter);
    if (unknown.length > 0) return fail('invalid-input', unknown.join(' '));
    const facts = {
      marking: readMarking(createSql(database)),
      conditions: describeConditions(filter, store.listLayers()),
      ...(passes ? { passes: store.passReport(filter) } : {}),
    };
    if (Object.keys(filter).length === 0) {
      return succeed({ scope: { kind: 'all' }, total: store.counts({}).detections, ...facts });
    }
    const ids = store.matchingIds(filter);
    return succeed({ scope: { kind: 'ids', ids }, total: ids.length, ...facts });
  } catch (error) {
    return failFrom('invalid-input', explainSqliteError(error), `${path} cannot be read.`);
  } finally {
    closeDatabase(database);
  }
}

/** What is wrong with the names in the filter's expression; nothing while no detection could have them. */
function unknownFieldsOf(store: WorkspaceStore, { expression }: DetectionFilter): readonly string[] {
  const parsed = expression === undefined ? undefined : parseExpression(expression);
  if (!parsed?.ok || store.counts({}).detections === 0) return [];
  return unknownFields(parsed.expression, store.properties(), store.parameters(), store.listLayers()).map(
    ({ message }) => message,
  );
}

function describeVersion(file: string, version: number): string {
  return version < schemaVersion
    ? `${file} was written by an older Sightline. Open it once with this one, which brings it up to date.`
    : `${file} was written by a newer Sightline. Update this one to read it.`;
}
