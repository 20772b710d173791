import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { formatQuantity } from '../../../shared/format.ts';
import type { RecordPageRequest, RecordPageResult } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { FilteredOutCount } from '../../context/filtered-out-count.tsx';
import { useDock, useResults } from '../../context/use-stores.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { FindField } from '../../ui/find-field.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { RemovableChip } from '../../ui/removable-chip.tsx';
import { TextButton } from '../../ui/text-button.tsx';

import { showRecordsOnMap } from './record-commands.ts';
import styles from './records.module.css';
import { texts } from './texts.ts';
import type { RecordListRequest } from './use-record-list-request.ts';

/** Controls that choose the listed records, their number, and a button that shows all of them on the map. */
export function RecordControls({
  request,
  page,
}: {
  readonly request: RecordListRequest;
  readonly page: RecordPageResult | null;
}) {
  const app = useApp();
  const { dock } = app.stores;
  const mapped = useResults((state) => state.recordFootprints.length);
  const [isMapping, setMapping] = useState(false);
  const { having, text } = useDock((state) => state.records);
  const change = (next: Partial<Pick<RecordPageRequest, 'having' | 'text'>>) =>
    dock.getState().changeRecords(next);
  async function mapAll(): Promise<void> {
    setMapping(true);
    try {
      await showRecordsOnMap(app, request);
    } catch (error) {
      notifyFailure(toFailure(error), texts.footprints.notShown);
    } finally {
      setMapping(false);
    }
  }
  return (
    <div className={styles.controls}>
      <SegmentedControl
        aria-label={texts.controls.label}
        data={[
          { value: 'any', label: texts.controls.all },
          { value: 'detections', label: texts.controls.withDetections },
          { value: 'nothing', label: texts.controls.nothingFound },
        ]}
        value={having}
        onChange={(value) => change({ having: value as RecordPageRequest['having'] })}
      />
      <FindField
        label={texts.controls.find}
        placeholder={texts.controls.findExample}
        text={text ?? ''}
        className={styles.find}
        onFind={(value) => change({ text: value })}
      />
      <span className="muted numeric">{page ? formatQuantity(page.total, 'record') : ''}</span>
      <FilteredOutCount count={page ? page.unfiltered - page.total : 0} />
      <span className="grow" />
      {mapped > 0 ? (
        <RemovableChip
          text={texts.controls.mapped(mapped)}
          removeLabel={texts.controls.unmap}
          onRemove={() => app.stores.results.getState().focusRecord(null)}
        />
      ) : null}
      <TextButton
        aria-label={texts.controls.mapAllHint}
        title={texts.controls.mapAllHint}
        disabled={!page?.total || isMapping}
        onClick={() => void mapAll()}
      >
        {texts.controls.mapAll}
      </TextButton>
    </div>
  );
}
