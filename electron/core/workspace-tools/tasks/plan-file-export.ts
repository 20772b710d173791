import { fail, failBecause, failFrom, type Result, succeed } from '../../../../shared/result.ts';
import { type PlannedExport, type PlanRequest, planExport } from '../../exchange/plan-export.ts';
import { schemaVersion } from '../../workspace/file/schema/migrate.ts';
import { closeDatabase, createSql, explainSqliteError } from '../../workspace/file/sql.ts';
import { openReader } from '../../workspace/open/open-database.ts';
import { createWorkspaceStore } from '../../workspace/open/workspace-store.ts';
import { readMarking } from '../../workspace/read/marking.ts';
import { checkSchema, refusalRemedy } from '../../workspace/safety/check-schema.ts';
import { describeForeignDatabase } from '../../workspace/safety/describe-foreign-database.ts';

/** An export of a workspace file, and the marking of the workspace; `''` for none. */
type FilePlan = PlannedExport & { readonly marking: string };

/** Plans an export of a workspace file, which is only read. Fails as `planExport`, and where it is no such file. */
export async function planFileExport({
  path,
  request,
}: {
  readonly path: string;
  readonly request: PlanRequest;
}): Promise<Result<FilePlan>> {
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
    const planned = await planExport(createWorkspaceStore(database), request);
    if (!planned.ok) return planned;
    return succeed({ ...planned.value, marking: readMarking(createSql(database)) });
  } catch (error) {
    return failFrom('invalid-input', explainSqliteError(error), `${path} cannot be read.`);
  } finally {
    closeDatabase(database);
  }
}

function describeVersion(file: string, version: number): string {
  return version < schemaVersion
    ? `${file} was written by an older Sightline. Open it once with this one, which brings it up to date.`
    : `${file} was written by a newer Sightline. Update this one to read it.`;
}
