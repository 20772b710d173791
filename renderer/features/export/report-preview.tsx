import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportOptions, ExportScopeInput } from '../../../shared/exchange/export-request.ts';
import { useApp } from '../../context/app-context.tsx';
import { useHostKind } from '../../context/use-live-queries.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './export.module.css';
import { texts } from './texts.ts';

/** Time for which a report is not made again while its template is being edited, in milliseconds. */
const editingPauseMs = 400;

type ReportRequest = { readonly scope: () => ExportScopeInput; readonly options: ExportOptions };

/** A report as it would be written, in a frame without scripts. */
export function ReportPreview({ scope, options }: ReportRequest) {
  const app = useApp();
  const [shown] = useDebouncedValue(options, editingPauseMs);
  // The map is drawn once: each picture resizes the one on the screen.
  const [map] = useState(async () => (await import('./report-map.ts')).takeReportMap(app));
  const [chosen] = useState(scope);
  const query = useQuery({
    queryKey: [...app.queries.exchange.previewReport.pathKey(), shown, chosen],
    queryFn: async ({ signal }) => {
      const reportMap = await map;
      const input = { scope: chosen, options: shown, ...(reportMap ? { reportMap } : {}) };
      return unwrap(await app.api.exchange.previewReport.query(input, { signal }));
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  const { data, error, isPlaceholderData } = query;
  if (error || data === undefined)
    return <QueryState query={query} title={texts.report.notPreviewed} loading={texts.report.previewing} />;
  return (
    <iframe
      className={styles.preview}
      title={texts.report.preview}
      sandbox=""
      srcDoc={data}
      aria-busy={isPlaceholderData}
    />
  );
}

/** The button that writes a report as PDF, or how to get one where the host cannot print. */
export function SaveReportPdf({ scope, options }: ReportRequest) {
  const app = useApp();
  const isDesktop = useHostKind() === 'electron';
  const { submit, isBusy, failure } = useSubmit(async () => {
    const { takeReportMap } = await import('./report-map.ts');
    const reportMap = await takeReportMap(app);
    const input = { scope: scope(), options, ...(reportMap ? { reportMap } : {}) };
    const saved = await app.api.exchange.saveReportPdf.mutate(input);
    if (!saved.ok) return saved.failure;
    if (saved.value) notifyInfo(texts.report.pdfSaved(saved.value.path));
    return null;
  });
  if (!isDesktop) return <span className="muted">{texts.report.pdfByBrowser}</span>;
  return (
    <>
      <Button loading={isBusy} onClick={() => submit()}>
        {texts.report.savePdf}
      </Button>
      {failure ? <FailureNote failure={failure} title={texts.report.noPdf} /> : null}
    </>
  );
}
