import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { companionNames } from '../../shared/exchange/companion-names.ts';
import { copiedDetectionsSchema, detectionTextRequestSchema } from '../../shared/exchange/detection-text.ts';
import { exportRequestSchema, reportRequestSchema } from '../../shared/exchange/export-checks.ts';
import { exportFormatInfo } from '../../shared/exchange/export-format.ts';

import { maxRawRecordFiles, rawRecordExtensions } from '../../shared/exchange/raw-record-files.ts';
import { toFileName } from '../../shared/file-name.ts';
import type { Job } from '../../shared/jobs/job.ts';
import { reportTemplateSchema } from '../../shared/reports/report-template.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { freeName } from '../core/base/free-name.ts';
import { writeWholeFile } from '../core/base/write-whole-file.ts';
import { saveTemplate } from '../core/exchange/reports/report-templates.ts';
import type { HostServices, SaveTarget } from '../host-services.ts';
import { chooseMarkedTarget, writeMarkedFile } from './choose-files.ts';
import { changeOf, listProcedures } from './items-router.ts';
import { mutation, query, serve } from './serve.ts';
import { procedure, router } from './trpc.ts';

/** Most characters of a list that the page has written. */
const maxTextLength = 32_000_000;

const templates = listProcedures('report-templates');

/** Export of results to files. */
export const exchangeRouter = router({
  /** Asks the user for a file to write, then starts the export. Null when the user cancelled. */
  export: procedure
    .input(exportRequestSchema)
    .mutation(async ({ ctx, input }): Promise<Result<Job | null>> => {
      const { scope, options, view, reportMap } = input;
      const { extension, content, isReport } = exportFormatInfo(options.format);
      const name = isReport ? 'report' : content === 'records' ? 'records' : 'detections';
      const detections = await chooseMarkedTarget(ctx, `${name}.${extension}`);
      if (!detections) return succeed(null);
      const companions = companionNames(path.basename(detections.path), options);
      const footprints = await targetBeside(ctx.host, detections, companions.footprints);
      const chips = await targetBeside(ctx.host, detections, companions.chips);
      const qgisProject = await targetBeside(ctx.host, detections, companions.qgisProject);
      const targets = { detections, footprints, chips, qgisProject };
      return ctx.core.exports.start({ scope, options, targets, view, reportMap });
    }),
  /** Asks the user for a file name, then writes a list of the page, such as its passes. Null when the user cancelled. */
  saveText: procedure
    .input(z.object({ name: z.string().max(200), text: z.string().max(maxTextLength) }))
    .mutation(({ ctx, input: { name, text } }) =>
      writeMarkedFile(ctx, toFileName(name, 'list.csv'), (file) => writeWholeFile(file, text)),
    ),
  /**
   * Asks the user for a folder, or in the browser host for a zip file, and starts a job that awaits the images of
   * `POST /pictures?sequence=<job>`. Null when the user cancelled.
   */
  startPictures: procedure
    .input(z.object({ total: z.int().positive() }))
    .mutation(async ({ ctx, input }): Promise<Result<Job | null>> => {
      const target =
        ctx.host.kind === 'browser'
          ? await chooseMarkedTarget(ctx, 'passes.zip')
          : await ctx.host.chooseSaveFolder('Folder for the images');
      return target ? ctx.core.pictureSequences.start(target, input.total) : succeed(null);
    }),
  /** Resolves when the job has its files in place. */
  finishPictures: serve('pictureSequences', { finish: mutation(z.uuid()) }).finish,
  /**
   * Imports raw records from uploaded files or, without any, from files or a folder that the user chooses. Null when
   * nothing was chosen.
   */
  importRecords: procedure
    .input(
      z.object({
        from: z.enum(['files', 'folder']),
        uploadIds: z.array(z.uuid()).max(maxRawRecordFiles),
      }),
    )
    .mutation(async ({ ctx, input }): Promise<Result<Job | null>> => {
      const request = {
        title: 'Import raw records',
        kind: 'Raw records',
        extensions: rawRecordExtensions,
      };
      const uploaded = await Promise.all(
        input.uploadIds.map((uploadId) => ctx.host.chooseOpenFile({ ...request, uploadId })),
      );
      const [first, ...others] =
        uploaded.length > 0
          ? uploaded.filter((file) => file !== null)
          : await ctx.host.chooseOpenFiles({ ...request, from: input.from });
      return first ? ctx.core.rawImports.start([first, ...others]) : succeed(null);
    }),
  /** A report as HTML, as an export would write it. */
  ...serve('exports', {
    previewReport: query(reportRequestSchema),
    text: query(detectionTextRequestSchema),
    copyWarnings: query(copiedDetectionsSchema),
  }),
  /**
   * Asks the user for a file to write, then writes a report as PDF with the chips that are cached. Null when the user
   * cancelled. Fails with `invalid-input` in the browser host, which cannot print.
   */
  saveReportPdf: procedure.input(reportRequestSchema).mutation(async ({ ctx, input, signal }) => {
    const html = await ctx.core.exports.previewReport(input, signal);
    if (!html.ok) return html;
    const pdf = await ctx.host.printPdf(html.value);
    if (!pdf) return fail('invalid-input', 'Only the desktop app writes PDF. Export HTML, and print it.');
    return writeMarkedFile(ctx, 'report.pdf', (file) => writeWholeFile(file, pdf));
  }),
  reportTemplates: templates.list,
  saveReportTemplate: changeOf('report-templates', reportTemplateSchema, saveTemplate),
  removeReportTemplate: templates.remove,
  /** Shows a written file in the desktop's file manager. False where the host cannot. */
  reveal: procedure
    .input(z.object({ jobId: z.uuid(), file: z.int().nonnegative() }))
    .mutation(({ ctx, input }): Result<boolean> => {
      const job = ctx.core.jobs.list().find((candidate) => candidate.id === input.jobId);
      const file = (job?.export?.files ?? job?.files)?.[input.file];
      return succeed(file !== undefined && ctx.host.reveal(file.path));
    }),
});

/**
 * The target of a companion file. The user has confirmed overwriting one file only, so existing companions get a
 * numbered name instead; the browser host always returns unused names.
 */
async function targetBeside(
  host: HostServices,
  { path: chosen }: SaveTarget,
  name: string | undefined,
): Promise<SaveTarget | undefined> {
  if (name === undefined) return undefined;
  if (host.kind === 'browser') return (await host.chooseSaveTarget(name)) ?? undefined;
  const folder = path.dirname(chosen);
  return {
    path: path.join(
      folder,
      freeName(name, (candidate) => existsSync(path.join(folder, candidate))),
    ),
  };
}
