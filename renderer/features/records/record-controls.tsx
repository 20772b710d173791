import { SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { RecordPage } from '../../../../shared/results/detection.ts';
import { toFailure } from '../../../api/failure-error.ts';
import { useApp } from '../../../app/app-context.tsx';
import { notifyFailure } from '../../../app/notify.tsx';
import { useDock, useResults } from '../../../app/use-stores.ts';
import { mapRecords } from '../../../commands/record-commands.ts';
import { formatQuantity } from '../../../components/format.ts';
import { TextButton } from '../../../components/text-button.tsx';
import dockStyles from '../dock.module.css';
import styles from './records.module.css';
import type { WantedRecords } from './use-wanted-records.ts';

/** Which records are listed, how many they are, and all of them on the map. */
export function RecordControls({
  wanted,
  total,
}: {
  readonly wanted: WantedRecords;
  readonly total: number | null;
}) {
  const app = useApp();
  const { dock } = app.stores;
  const mapped = useResults((state) => state.recordFootprints.length);
  const [isMapping, setMapping] = useState(false);
  const { having, text } = useDock((state) => state.records);
  const [typed, setTyped] = useState(text ?? '');
  const change = (next: Partial<Pick<RecordPage, 'having' | 'text'>>) =>
    dock.setState(({ records }) => ({ records: { ...records, ...next } }));
  async function mapAll(): Promise<void> {
    setMapping(true);
    try {
      await mapRecords(app, wanted);
    } catch (error) {
      notifyFailure(toFailure(error), 'The footprints are not shown.');
    } finally {
      setMapping(false);
    }
  }
  const find = useDebouncedCallback((value: string) => change({ text: value.trim() }), 250);
  return (
    <div className={styles.controls}>
      <SegmentedControl
        aria-label="Records"
        data={[
          { value: 'any', label: 'All' },
          { value: 'detections', label: 'With detections' },
          { value: 'nothing', label: 'Imaged, nothing found' },
        ]}
        value={having}
        onChange={(value) => change({ having: value as RecordPage['having'] })}
      />
      <TextInput
        aria-label="Find records by id, analytic, product or sensor"
        placeholder="Find…"
        className={styles.find}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          find(currentTarget.value);
        }}
      />
      <span className="muted numeric">{total === null ? '' : formatQuantity(total, 'record')}</span>
      <span className="grow" />
      {mapped > 0 ? (
        <span className={dockStyles.chip}>
          {formatQuantity(mapped, 'footprint')} on the map
          <button
            type="button"
            aria-label="Take the footprints off the map"
            onClick={() => app.stores.results.getState().focusRecord(null)}
          >
            ×
          </button>
        </span>
      ) : null}
      <TextButton disabled={!total || isMapping} onClick={() => void mapAll()}>
        Map all footprints
      </TextButton>
    </div>
  );
}
