import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef } from 'react';
import { formatSquareMetres } from '../../../../shared/areas/format-square-metres.ts';
import { isCodePageUncertain } from '../../../../shared/areas/import/import-result.ts';
import { codePages } from '../../../../shared/areas/import/name-encoding.ts';
import type { ImportNote } from '../../../../shared/areas/import-areas.ts';
import { uniqueNames } from '../../../../shared/areas/unique-names.ts';
import { formatQuantity } from '../../../../shared/format.ts';
import { measureTogether } from '../../../../shared/orders/request/target-area.ts';
import {
  describeRow,
  type TableColumns,
  type TablePreview,
} from '../../../../shared/tables/table-columns.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useAreaList } from '../../../context/use-live-queries.ts';
import {
  type AreaImport,
  type ImportCandidate,
  type ImportEntry,
  isReadingFiles,
} from '../../../stores/area-import.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { ColumnChoice } from '../../../ui/form/column-choice.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { PanelHeading } from '../../../ui/panel-heading.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import {
  chooseCandidates,
  closeImport,
  focusCandidate,
  rereadFile,
  saveImport,
  zoomToImport,
} from '../import-commands.ts';
import { texts } from '../texts.ts';
import styles from './import.module.css';

/** Preview of an import: the areas found, and what was fixed or skipped and why. */
export function ImportPanel({ importing }: { readonly importing: AreaImport }) {
  const app = useApp();
  const { files, candidates, chosenKeys: chosen, isSaving, failure } = importing;
  const reading = isReadingFiles(importing);
  const { squareMetres, isSum } = useMemo(
    () => measureTogether(candidates.filter(({ key }) => chosen.has(key))),
    [candidates, chosen],
  );
  const size = formatSquareMetres(squareMetres);
  return (
    <section aria-label={texts.import.label}>
      <PanelHeading title={texts.import.title}>
        <span>{formatQuantity(files.length, 'file')}</span>
      </PanelHeading>
      <ul className={styles.files} aria-label={texts.import.files} aria-busy={reading}>
        {files.map((file) => (
          <FileReport key={file.key} file={file} importing={importing} />
        ))}
      </ul>
      {candidates.length > 0 ? (
        <>
          <PanelHeading title={texts.import.found} level={3}>
            <span className={styles.choices}>
              <TextButton onClick={() => zoomToImport(app)}>{texts.import.zoomToAll}</TextButton>
              <TextButton
                onClick={() =>
                  chooseCandidates(
                    app,
                    candidates.map(({ key }) => key),
                  )
                }
              >
                {texts.import.all}
              </TextButton>
              <TextButton onClick={() => chooseCandidates(app, [])}>{texts.import.none}</TextButton>
            </span>
          </PanelHeading>
          <CandidateList importing={importing} />
          <p className="muted numeric">
            {texts.import.selected(
              chosen.size,
              candidates.length,
              isSum ? texts.panel.sumOfSizes(size) : size,
            )}
          </p>
        </>
      ) : null}
      {failure ? <FailureNote title={texts.import.notSaved} failure={failure} /> : null}
      <Group gap="xs" className={styles.end}>
        {candidates.length > 0 ? (
          <PrimaryButton
            disabled={reading || chosen.size === 0}
            loading={isSaving}
            onClick={() => void saveImport(app)}
          >
            {texts.import.save(chosen.size)}
          </PrimaryButton>
        ) : null}
        <Button onClick={() => closeImport(app)} disabled={isSaving}>
          {reading ? texts.import.stop : candidates.length > 0 ? texts.import.discard : texts.import.close}
        </Button>
      </Group>
    </section>
  );
}

const rowHeight = 46;

/** Virtual list of the areas found, with a checkbox, the size and the resulting name of each. */
function CandidateList({ importing }: { readonly importing: AreaImport }) {
  const app = useApp();
  const { candidates, chosenKeys: chosen, focusedKey } = importing;
  const names = useImportNames(importing);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: candidates.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const toggle = (key: number) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    chooseCandidates(app, next);
  };
  return (
    <div ref={scroller} className={styles.candidates}>
      <ul style={{ height: rows.getTotalSize() }} aria-label={texts.import.found}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const candidate = candidates[index];
          return candidate ? (
            <li
              key={candidate.key}
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
              data-focused={candidate.key === focusedKey || undefined}
            >
              <CandidateRow
                candidate={candidate}
                name={names.get(candidate.key) ?? candidate.name}
                isChosen={chosen.has(candidate.key)}
                onToggle={() => toggle(candidate.key)}
                onZoom={() => focusCandidate(app, candidate.key)}
              />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

function CandidateRow({
  candidate,
  name,
  isChosen,
  onToggle,
  onZoom,
}: {
  readonly candidate: ImportCandidate;
  /** The name that the area will have, made unique within the workspace. */
  readonly name: string;
  readonly isChosen: boolean;
  onToggle(): void;
  onZoom(): void;
}) {
  const renamed = name === candidate.name ? '' : texts.import.renamed(name);
  const size = `${formatSquareMetres(candidate.squareMetres)} · ${formatQuantity(candidate.vertices, 'vertex', 'vertices')}`;
  return (
    <>
      <Checkbox
        className={styles.choice ?? ''}
        classNames={{ labelWrapper: styles.choiceLabel ?? '' }}
        checked={isChosen}
        onChange={onToggle}
        label={
          <>
            <span className={styles.candidateName} title={candidate.name}>
              {candidate.name}
            </span>
            <span className={styles.size} title={`${size}${renamed}`}>
              {size}
              {renamed}
            </span>
          </>
        }
      />
      <TextButton aria-label={texts.import.zoomTo(candidate.name)} onClick={onZoom}>
        {texts.import.zoom}
      </TextButton>
    </>
  );
}

/** The names that the chosen candidates will have, by their keys. */
function useImportNames({ candidates, chosenKeys: chosen }: AreaImport): ReadonlyMap<number, string> {
  const areas = useAreaList();
  return useMemo(() => {
    const chosenCandidates = candidates.filter(({ key }) => chosen.has(key));
    const names = uniqueNames(
      chosenCandidates.map(({ name }) => name),
      areas.map(({ name }) => name),
    );
    return new Map(chosenCandidates.map(({ key, name }, index) => [key, names[index] ?? name]));
  }, [candidates, chosen, areas]);
}

/** One imported file: the areas found or the reason of rejection, and what was fixed or skipped. */
function FileReport({ file, importing }: { readonly file: ImportEntry; readonly importing: AreaImport }) {
  return (
    <li className={styles.file}>
      <strong className={styles.fileName} title={file.name}>
        {file.name}
      </strong>
      {outcomeOf(file)}
      <LayerChoice fileKey={file.key} importing={importing} />
      {'notes' in file ? <Notes notes={file.notes} /> : null}
      {file.codePage !== undefined || ('notes' in file && isCodePageUncertain(file)) ? (
        <CodePageChoice file={file} />
      ) : null}
      {file.table ? <TableChoice file={file} table={file.table} /> : null}
    </li>
  );
}

/** The layers of a file that has several, of which all areas can be chosen. */
function LayerChoice({ fileKey, importing }: { readonly fileKey: number; readonly importing: AreaImport }) {
  const app = useApp();
  const { candidates, chosenKeys } = importing;
  const found = candidates.filter((candidate) => candidate.fileKey === fileKey);
  const layers = Map.groupBy(found, ({ layer }) => layer ?? '');
  if (layers.size < 2) return null;
  return (
    <ul className={styles.layers} aria-label={texts.import.layers}>
      {[...layers].map(([layer, areas]) => {
        const keys = areas.map(({ key }) => key);
        const ofLayer = new Set(keys);
        const isWhole = keys.every((key) => chosenKeys.has(key));
        const others = [...chosenKeys].filter((key) => !ofLayer.has(key));
        return (
          <li key={layer}>
            <Checkbox
              label={texts.import.layer(layer, areas.length)}
              checked={isWhole}
              indeterminate={!isWhole && keys.some((key) => chosenKeys.has(key))}
              onChange={() => chooseCandidates(app, isWhole ? others : [...others, ...keys])}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Chooses the code page in which a file is read again. */
function CodePageChoice({ file }: { readonly file: ImportEntry }) {
  const app = useApp();
  return (
    <NativeSelect
      className={styles.codePage ?? ''}
      label={texts.import.codePage}
      value={file.codePage ?? ''}
      onChange={(event) => void rereadFile(app, file.key, { codePage: event.currentTarget.value })}
    >
      {file.codePage === undefined ? <option value="">{texts.import.codePageGuessed}</option> : null}
      {codePages.map(([name, languages]) => (
        <option key={name} value={name}>
          {texts.import.codePageOption(name, languages)}
        </option>
      ))}
    </NativeSelect>
  );
}

const tableFields = ['geometry', 'name'] as const;

/** The choice of the columns of a table, with which it is read again. */
function TableChoice({ file, table }: { readonly file: ImportEntry; readonly table: TablePreview }) {
  const app = useApp();
  const { columns, proposed } = table;
  const reread = (next: TableColumns) => void rereadFile(app, file.key, { columns: next });
  return (
    <ColumnChoice
      {...{ heading: table.heading, samples: table.samples, proposed, columns, perRow: 1 }}
      reasons={table.reasons.filter(({ field }) => field === 'geometry')}
      firstRows={
        columns.geometry === undefined ? [] : table.samples.map((row) => describeRow(row, columns).text)
      }
      fields={tableFields.map((field) => [field, texts.import.columns[field]])}
      open={columns.geometry === undefined ? ['geometry'] : []}
      isSaved={file.columns === undefined && tableFields.some((field) => columns[field] !== proposed[field])}
      onChange={reread}
      onUseProposed={() => reread(proposed)}
    />
  );
}

function outcomeOf(file: ImportEntry): ReactNode {
  switch (file.state) {
    case 'waiting':
      return <span className="muted">{texts.import.waiting}</span>;
    case 'reading':
      return <LoadingState label={texts.import.reading} />;
    case 'read':
      return <span className="muted">{texts.import.foundCount(file.areaCount)}</span>;
    case 'rejected':
      return (
        <RejectionText>
          {file.error.message}
          {/* Most messages already contain the location. */}
          {file.error.message.includes(file.error.place) ? '' : ` (${file.error.place})`}
        </RejectionText>
      );
    case 'failed':
      return (
        <RejectionText>
          <FailureText failure={file.failure} />
        </RejectionText>
      );
  }
}

function RejectionText({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.refused} role="alert">
      {texts.import.rejected} {children}
    </span>
  );
}

function Notes({ notes }: { readonly notes: readonly ImportNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label={texts.import.notes}>
      {notes.map(({ code, message }) => (
        <li key={`${code} ${message}`}>{message}</li>
      ))}
    </ul>
  );
}
