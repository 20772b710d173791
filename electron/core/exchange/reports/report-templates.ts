import { type ReportTemplate, standardTemplate } from '../../../../shared/reports/report-template.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import { pngProblem } from '../../base/png-check.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import type { Workspace } from '../../workspace/open/workspace.ts';
import { listItems } from '../../workspace/read/items.ts';
import { ExportRefused } from '../export-progress.ts';

/**
 * Adds a template of reports, or replaces the one with its id. Fails with `invalid-input` for a logo that is no image, or a
 * name that is taken.
 */
export async function saveTemplate(
  workspace: Workspace,
  template: ReportTemplate,
): Promise<Result<undefined>> {
  const problem = template.logo === null ? undefined : pngProblem(Buffer.from(template.logo, 'base64'));
  if (problem !== undefined) return fail('invalid-input', `The logo cannot be used: ${problem}.`);
  const saved = await workspace.saveItem('report-templates', template);
  return saved.ok ? succeed(undefined) : saved;
}

/** The template of a report, by its id or name where it is stored. Throws `ExportRefused` where there is none of it. */
export function findTemplate(
  sql: Sql,
  chosen: string | ReportTemplate | undefined,
): Pick<ReportTemplate, 'title' | 'sections' | 'properties' | 'logo'> {
  if (chosen === undefined) return standardTemplate;
  if (typeof chosen !== 'string') return chosen;
  const found = listItems(sql, 'report-templates').find(({ id, name }) => id === chosen || name === chosen);
  if (found) return found;
  throw new ExportRefused(`The workspace has no template “${chosen}”. Choose another one.`, 'not-found');
}
