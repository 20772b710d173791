import { useState } from 'react';
import { coverageText, knownCount } from '../../../shared/ais/ais-figures.ts';
import type { AisFile } from '../../../shared/ais/ais-file.ts';
import { type AisOverview, type AisPassSummary, hasReportsNear } from '../../../shared/ais/pass-outcome.ts';
import { formatCount, formatQuantity, timeHeading } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import rows from '../../ui/row-table.module.css';
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
  const { columns, noPasses, noTimes, others } = texts.view;
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
        <table className={`${rows.table} ${styles.passes}`} aria-label={texts.view.passes}>
          <thead>
            <tr>
              <th scope="col">{timeHeading(columns.time)}</th>
              <th scope="col">{columns.matched}</th>
              <th scope="col">{columns.ambiguous}</th>
              <th scope="col">{columns.decided}</th>
              <th scope="col">{columns.noContact}</th>
              <th scope="col">{columns.unknown}</th>
              <th scope="col">{columns.notComparable}</th>
              <th scope="col">{columns.notSeen}</th>
              <th scope="col">{columns.cover}</th>
            </tr>
          </thead>
          <tbody>
            {(isAllShown ? passes : covered).map((pass) => (
              <PassRow key={pass.passKey} pass={pass} files={files} isShown={pass === shown} />
            ))}
          </tbody>
        </table>
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

function PassRow({
  pass,
  files,
  isShown,
}: {
  readonly pass: AisPassSummary;
  readonly files: readonly AisFile[];
  readonly isShown: boolean;
}) {
  const { stores } = useApp();
  const { passKey, timeMs, sensorName, state, figures, notSeen } = pass;
  const { view } = texts;
  const time = [aisTimeText(timeMs, { zone: false }), sensorName].filter(Boolean).join(' · ');
  const count = (value: number | null) => (value === null ? view.unknownCount : formatCount(value));
  if (state === 'unread') {
    return (
      <tr>
        <td>{time}</td>
        <td colSpan={7}>{view.unread}</td>
        <td>
          <ReadAgain pass={pass} files={files} />
        </td>
      </tr>
    );
  }
  const { outcomes } = figures;
  return (
    <tr>
      <td>
        <button
          type="button"
          aria-pressed={isShown}
          title={view.show([aisTimeText(timeMs), sensorName].filter(Boolean).join(' · '))}
          onClick={() => stores.dock.getState().changeAis({ passKey: isShown ? null : passKey })}
        >
          {time}
        </button>
      </td>
      <td>{count(knownCount(figures, 'matched'))}</td>
      <td>{count(knownCount(figures, 'ambiguous'))}</td>
      <td>{formatCount(outcomes.decided + outcomes['none of them'])}</td>
      <td>{count(knownCount(figures, 'no contact in reach'))}</td>
      <td>{formatCount(outcomes.unknown)}</td>
      <td>{formatCount(outcomes['not comparable'])}</td>
      <td>{count(notSeen)}</td>
      <td>
        {state === 'due' ? view.due : coverageText(figures)} <ReadAgain pass={pass} files={files} />
      </td>
    </tr>
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
