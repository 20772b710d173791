import { Button, Group } from '@mantine/core';
import { formatSquareMetres } from '../../../../shared/areas/area-display.ts';
import { useApp } from '../../../app/app-context.tsx';
import { type AreaImport, isReading } from '../../../area-import/area-import.ts';
import {
  chooseCandidates,
  closeImport,
  keepImport,
  zoomToImport,
} from '../../../commands/import-commands.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import { formatQuantity } from '../../../components/format.ts';
import { PanelHeading } from '../../../components/panel-heading.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import { CandidateList } from './candidate-list.tsx';
import { FileReport } from './file-report.tsx';
import styles from './import.module.css';

/** What files hold, before any of it is kept: the areas found, what was put right, and what was left and why. */
export function ImportPanel({ importing }: { readonly importing: AreaImport }) {
  const app = useApp();
  const { files, candidates, chosen, isKeeping, failure } = importing;
  const reading = isReading(importing);
  const chosenSize = candidates
    .filter(({ key }) => chosen.has(key))
    .reduce((sum, { squareMetres }) => sum + squareMetres, 0);
  return (
    <section aria-label="Import of areas">
      <PanelHeading title="Import areas">
        <span>{formatQuantity(files.length, 'file')}</span>
      </PanelHeading>
      <ul className={styles.files} aria-label="Files" aria-busy={reading}>
        {files.map((file) => (
          <FileReport key={file.key} file={file} />
        ))}
      </ul>
      {candidates.length > 0 ? (
        <>
          <PanelHeading title="Areas found" level={3}>
            <span className={styles.choices}>
              <TextButton onClick={() => zoomToImport(app)}>Zoom to all</TextButton>
              <TextButton
                onClick={() =>
                  chooseCandidates(
                    app,
                    candidates.map(({ key }) => key),
                  )
                }
              >
                All
              </TextButton>
              <TextButton onClick={() => chooseCandidates(app, [])}>None</TextButton>
            </span>
          </PanelHeading>
          <CandidateList importing={importing} />
          <p className="muted numeric">
            {formatQuantity(chosen.size, 'area')} of {candidates.length.toLocaleString('en-US')} chosen ·{' '}
            {formatSquareMetres(chosenSize)}
          </p>
        </>
      ) : null}
      {failure ? <FailureNote title="Nothing was saved." failure={failure} /> : null}
      <Group gap="xs" className={styles.end}>
        {candidates.length > 0 ? (
          <Button
            variant="filled"
            disabled={reading || chosen.size === 0}
            loading={isKeeping}
            onClick={() => void keepImport(app)}
          >
            Keep {formatQuantity(chosen.size, 'area')}
          </Button>
        ) : null}
        <Button onClick={() => closeImport(app)} disabled={isKeeping}>
          {reading ? 'Stop and discard' : candidates.length > 0 ? 'Discard' : 'Close'}
        </Button>
      </Group>
    </section>
  );
}
