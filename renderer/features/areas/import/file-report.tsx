import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { isCodePageUncertain } from '../../../../shared/areas/import/import-result.ts';
import { codePages } from '../../../../shared/areas/import/name-encoding.ts';
import type { ImportNote } from '../../../../shared/areas/import-areas.ts';
import { useApp } from '../../../context/app-context.tsx';
import type { AreaImport, ImportEntry } from '../../../stores/area-import.ts';
import { FailureText } from '../../../ui/failure-text.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { chooseCandidates, rereadFile } from '../import-commands.ts';
import { texts } from '../texts.ts';
import styles from './import.module.css';

/** One imported file: the areas found or the reason of rejection, and what was fixed or skipped. */
export function FileReport({
  file,
  importing,
}: {
  readonly file: ImportEntry;
  readonly importing: AreaImport;
}) {
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
      onChange={(event) => void rereadFile(app, file.key, event.currentTarget.value)}
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
