import { z } from 'zod';
import {
  type ReportTemplate,
  standardTemplate,
  storedTemplateSchema,
} from '../../../../shared/reports/report-template.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { Events } from '../../base/events.ts';
import { pngProblem } from '../../base/png-check.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import type { GetWorkspace } from '../../workspace/open/get-open-workspace.ts';
import { createListSetting } from '../../workspace/open/list-setting.ts';
import { getSetting } from '../../workspace/read/settings.ts';
import { ExportRefused } from '../export-progress.ts';

/** The setting of the workspace that has the list. */
export const templatesKey = 'reports.templates';

/** The templates of reports in the open workspace, in the order in which they were saved first. */
export function createReportTemplates(workspace: GetWorkspace, events: Events) {
  const templates = createListSetting(workspace, {
    key: templatesKey,
    schema: storedTemplateSchema,
    onChanged: () => events.publish({ type: 'changed', topic: 'report-templates' }),
  });
  return {
    list: templates.list,
    /** Adds it, or replaces the one with its id. Fails with `invalid-input` for a logo that is no image, or a name that is taken. */
    save: (template: ReportTemplate): Promise<Result<void>> =>
      templates.change((before) => {
        const problem = template.logo === null ? undefined : pngProblem(Buffer.from(template.logo, 'base64'));
        if (problem !== undefined) return fail('invalid-input', `The logo cannot be used: ${problem}.`);
        const isTaken = before.some(({ id, name }) => id !== template.id && name === template.name);
        if (isTaken) return fail('invalid-input', `Another template is named “${template.name}”.`);
        const at = before.findIndex(({ id }) => id === template.id);
        return succeed({
          next: at < 0 ? [...before, template] : before.with(at, template),
          result: undefined,
        });
      }),
    remove: (id: string): Promise<Result<void>> =>
      templates.change((before) =>
        succeed({ next: before.filter((template) => template.id !== id), result: undefined }),
      ),
  };
}

/** The template of a report, by its id or name where it is stored. Throws `ExportRefused` where there is none of it. */
export function findTemplate(
  sql: Sql,
  chosen: string | ReportTemplate | undefined,
): Pick<ReportTemplate, 'title' | 'sections' | 'properties' | 'logo'> {
  if (chosen === undefined) return standardTemplate;
  if (typeof chosen !== 'string') return chosen;
  const stored = z.array(z.unknown()).safeParse(parseBoundedJson(getSetting(sql, templatesKey) ?? ''));
  const found = (stored.data ?? [])
    .flatMap((value) => storedTemplateSchema.safeParse(value).data ?? [])
    .find(({ id, name }) => id === chosen || name === chosen);
  if (found) return found;
  throw new ExportRefused(`The workspace has no template “${chosen}”. Choose another one.`, 'not-found');
}
