import { useState } from 'react';
import { coverageText, knownCount } from '../../../shared/ais/ais-figures.ts';
import type { AisFile } from '../../../shared/ais/ais-file.ts';
import { type AisOverview, type AisPassSummary, hasReportsNear } from '../../../shared/ais/pass-outcome.ts';
import { formatCount, formatQuantity, timeHeading } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import rows from '../../ui/table/row-table.module.css';
import { type Column, Table } from '../../ui/table/table.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './ais.module.css';
import { readAgain } from './ais-commands.ts';
import { aisTimeText } from './instant-text.ts';
import { texts } from './texts.ts';

/** A row of counts for each pass with a file of its time. A click shows its contacts. */
export function AisPassTable({
  overview: { passes, withoutFile, notComparable },
  files,
  shown,
}: {
  readonly overview: AisOverview;
  readonly files: readonly AisFile[];
  readonly shown: AisPassSummary | undefined;
}) {
  const { noPasses, noTimes, others } = texts.view;
  const [isAllShown, setAllShown] = useState(false);
  const covered = passes.filter((pass) => hasReportsNear(pass) || pass === shown);
  const uncovered = passes.length - covered.length;
  const rest = [
    withoutFile === 0 ? null : others.withoutFile(formatQuantity(withoutFile, 'image')),
    notComparable === 0 ? null : others.notComparable(formatQuantity(notComparable, 'image')),
  ].filter((text) => text !== null);
  const hasTimes = files.some(({ fromMs }) => fromMs !== null);
  // The images without a file of their time are counted below.
  const emptyText = !hasTimes ? noTimes : rest.length === 0 ? noPasses : null;
  return (
    <>
      {passes.length === 0 ? (
        emptyText === null ? null : (
          <p className="muted">{emptyText}</p>
        )
      ) : (
        <Table
          className={`${rows.table} ${styles.passes}`}
          label={texts.view.passes}
          rows={isAllShown ? passes : covered}
          rowKey={({ passKey }) => passKey}
          columns={passColumns(files, shown)}
        />
      )}
      {uncovered === 0 ? null : (
        <p className="muted">
          {others.uncovered(formatQuantity(uncovered, 'image'))}{' '}
          <TextButton onClick={() => setAllShown(!isAllShown)}>
            {isAllShown ? others.hide : others.show}
          </TextButton>
        </p>
      )}
      {rest.length === 0 ? null : <p className="muted">{rest.join(' ')}</p>}
    </>
  );
}

function passColumns(
  files: readonly AisFile[],
  shown: AisPassSummary | undefined,
): readonly Column<AisPassSummary>[] {
  const { columns, due, unread, unknownCount } = texts.view;
  const count = (value: number | null) => (value === null ? unknownCount : formatCount(value));
  return [
    {
      title: timeHeading(columns.time),
      cell: (pass) => <PassTime pass={pass} isShown={pass === shown} />,
    },
    {
      title: columns.matched,
      span: ({ state }) => (state === 'unread' ? 7 : 1),
      cell: ({ state, figures }) => (state === 'unread' ? unread : count(knownCount(figures, 'matched'))),
    },
    { title: columns.ambiguous, cell: ({ figures }) => count(knownCount(figures, 'ambiguous')) },
    {
      title: columns.decided,
      cell: ({ figures: { outcomes } }) => formatCount(outcomes.decided + outcomes['none of them']),
    },
    { title: columns.noContact, cell: ({ figures }) => count(knownCount(figures, 'no contact in reach')) },
    { title: columns.unknown, cell: ({ figures }) => formatCount(figures.outcomes.unknown) },
    {
      title: columns.notComparable,
      cell: ({ figures }) => formatCount(figures.outcomes['not comparable']),
    },
    { title: columns.notSeen, cell: ({ notSeen }) => count(notSeen) },
    {
      title: columns.cover,
      cell: (pass) => (
        <>
          {pass.state === 'unread' ? null : `${pass.state === 'due' ? due : coverageText(pass.figures)} `}
          <ReadAgain pass={pass} files={files} />
        </>
      ),
    },
  ];
}

/** The time and sensor of a pass; a click shows its contacts. */
function PassTime({ pass, isShown }: { readonly pass: AisPassSummary; readonly isShown: boolean }) {
  const { stores } = useApp();
  const { passKey, timeMs, sensorName, state } = pass;
  const textOf = (time: string) => [time, sensorName].filter(Boolean).join(' · ');
  const time = textOf(aisTimeText(timeMs, { zone: false }));
  if (state === 'unread') return time;
  return (
    <button
      type="button"
      aria-pressed={isShown}
      title={texts.view.show(textOf(aisTimeText(timeMs)))}
      onClick={() => stores.dock.getState().changeAis({ passKey: isShown ? null : passKey })}
    >
      {time}
    </button>
  );
}

/** Reads the file of a pass's time again that was read before the pass was fetched. */
function ReadAgain({
  pass: { unreadFiles },
  files,
}: {
  readonly pass: AisPassSummary;
  readonly files: readonly AisFile[];
}) {
  const app = useApp();
  const file = files.find(({ id }) => unreadFiles.includes(id));
  if (!file) return null;
  return <TextButton onClick={() => void readAgain(app, file)}>{texts.view.readAgain(file.name)}</TextButton>;
}
