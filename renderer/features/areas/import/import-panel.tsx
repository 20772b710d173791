import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { formatSquareMetres } from '../../../../shared/areas/format-square-metres.ts';
import { formatQuantity } from '../../../../shared/format.ts';
import { measureTogether } from '../../../../shared/orders/request/target-area.ts';
import { useApp } from '../../../context/app-context.tsx';
import { type AreaImport, isReadingFiles } from '../../../stores/area-import.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { PanelHeading } from '../../../ui/panel-heading.tsx';

import { TextButton } from '../../../ui/text-button.tsx';
import { chooseCandidates, closeImport, saveImport, zoomToImport } from '../import-commands.ts';
import { texts } from '../texts.ts';
import { CandidateList } from './candidate-list.tsx';
import { FileReport } from './file-report.tsx';
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
          <Button
            variant="filled"
            disabled={reading || chosen.size === 0}
            loading={isSaving}
            onClick={() => void saveImport(app)}
          >
            {texts.import.save(chosen.size)}
          </Button>
        ) : null}
        <Button onClick={() => closeImport(app)} disabled={isSaving}>
          {reading ? texts.import.stop : candidates.length > 0 ? texts.import.discard : texts.import.close}
        </Button>
      </Group>
    </section>
  );
}
