import { useUi } from '../../context/use-stores.ts';
import { DetectionTable } from '../../features/table/detection-table.tsx';
import { CollectionHistogram } from '../../features/timeline/collection-histogram.tsx';
import { isWindowLow } from '../../stores/panel-layout.ts';

/** The table, in a high window with the histogram of collection times above it. */
export function TableView() {
  const isLow = useUi(({ windowSize }) => isWindowLow(windowSize));
  return (
    <>
      {isLow ? null : <CollectionHistogram />}
      <DetectionTable />
    </>
  );
}
