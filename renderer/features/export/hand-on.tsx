import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import {
  type ExportFormat,
  type ExportFormatInfo,
  exportFormatInfo,
  exportFormats,
  exportPurposes,
} from '../../../shared/exchange/export-format.ts';
import type { ExportOptions } from '../../../shared/exchange/export-request.ts';
import { describeLarge } from '../../../shared/exchange/large-export.ts';
import { describeUnmarked } from '../../../shared/exchange/unmarked-export.ts';
import { useApp } from '../../context/app-context.tsx';
import { useExportScopes } from '../../context/use-export-scopes.ts';
import { useFilteredCounts } from '../../context/use-filtered-counts.ts';
import { useAreaList, useMarking } from '../../context/use-live-queries.ts';
import { useWorkspace } from '../../context/use-stores.ts';
import { WorkspaceContent } from '../../context/workspace-content.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './export.module.css';
import { exportChoice } from './export-commands.ts';
import { isIncompleteReport, startExport } from './start-export.ts';
import { texts } from './texts.ts';

/** The panel with what can be handed on. */
export function HandOnPanel() {
  return (
    <>
      <PanelHeading title={texts.handOn.title} />
      <WorkspaceContent needs="detections">
        <HandOn />
      </WorkspaceContent>
    </>
  );
}

/** The formats, reports first: a reader most often gets one. */
const inOrder = exportFormats.toSorted(
  (one, other) => Number(other.isReport ?? 0) - Number(one.isReport ?? 0),
);

/**
 * List of what can be handed on, for whom, with the button that writes it with the options of the last export; a format that
 * was used is on top and chosen. The dialog opens first where something is missing or has to be read before.
 */
function HandOn() {
  const app = useApp();
  const { commands } = app;
  const options = useStore(exportChoice, (state) => state.options);
  const areas = useAreaList();
  const marking = useMarking();
  const last = options.format;
  const isUsed = options !== exportChoice.getInitialState().options;
  const [chosen, setChosen] = useState<ExportFormat | null>(null);
  const goesOut = useExportScopes().findLast(({ enabled }) => enabled);
  const isCounting = useFilteredCounts().isPending;
  // The button above the map, which opens the file, is then the primary one.
  const isWritten = useWorkspace(({ completed }) => completed?.kind === 'export') && chosen === null;
  const format = chosen ?? last;
  const { title, isReport } = exportFormatInfo(format);
  const next: ExportOptions = { ...options, format };
  const { submit, isBusy, failure } = useSubmit(async () =>
    goesOut ? await startExport(app, goesOut.scope, next, () => setChosen(null)) : null,
  );
  if (isCounting) return <LoadingState label={texts.handOn.counting} />;
  if (!goesOut || goesOut.size === 0)
    return <EmptyState title={texts.handOn.nothing} hint={texts.handOn.nothingHint} />;
  const isDirect =
    !isIncompleteReport(next, areas) &&
    describeLarge(next, goesOut.size) === undefined &&
    (marking === '' || describeUnmarked(next) === undefined);
  const open = () => {
    exportChoice.getState().setNext(next);
    commands.run('results.export');
  };
  return (
    <div className={styles.handOn}>
      <p>{texts.handOn.goesOut(goesOut)}</p>
      <Radio.Group
        aria-label={texts.handOn.label}
        value={format}
        onChange={(value) => setChosen(value as ExportFormat)}
      >
        {isUsed ? (
          <>
            <h3>{texts.handOn.lastUsed}</h3>
            <FormatRow info={exportFormatInfo(last)} />
          </>
        ) : null}
        {exportPurposes.map((purpose) => (
          <section key={purpose} aria-label={texts.handOn.purposes[purpose]}>
            <h3>{texts.handOn.purposes[purpose]}</h3>
            <FormatRows
              formats={inOrder.filter(
                (info) => info.purpose === purpose && !(isUsed && info.format === last),
              )}
            />
            {purpose === 'tool' ? (
              <TextButton onClick={() => commands.run('case.export')}>{texts.form.asCase}</TextButton>
            ) : null}
          </section>
        ))}
      </Radio.Group>
      <div className={styles.submit}>
        {failure ? <FailureNote failure={failure} title={texts.form.notStarted} /> : null}
        <PrimaryButton
          fullWidth
          isPrimary={!isWritten}
          loading={isBusy}
          onClick={isDirect ? () => submit() : open}
        >
          {texts.handOn.write(title, goesOut.size, { isReport: isReport === true, isDirect })}
        </PrimaryButton>
        {isDirect ? (
          <Button fullWidth onClick={open}>
            {texts.handOn.options}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Formats for one purpose; the rare ones are behind a button. */
function FormatRows({ formats }: { readonly formats: readonly ExportFormatInfo[] }) {
  const [isOpen, setOpen] = useState(false);
  const rare = formats.filter(({ isRare }) => isRare);
  return (
    <>
      {(isOpen ? formats : formats.filter(({ isRare }) => !isRare)).map((info) => (
        <FormatRow key={info.format} info={info} />
      ))}
      {isOpen || rare.length === 0 ? null : (
        <TextButton onClick={() => setOpen(true)}>{texts.handOn.more(rare.length)}</TextButton>
      )}
    </>
  );
}

function FormatRow({ info: { format, title, use } }: { readonly info: ExportFormatInfo }) {
  return <Radio mt={4} value={format} label={title} description={use} />;
}
