import { ChangedRecordsDialog } from './changed-records-dialog.tsx';
import { CompareRunsDialog } from './compare-runs-dialog.tsx';
import { ConditionsDialog } from './conditions-dialog.tsx';
import { FieldListDialog } from './field-list-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { QueryTextDialog } from './query-text-dialog.tsx';
import { SaveSearchDialog } from './save-search-dialog.tsx';

/** The dialogs of the results panel. */
export function ResultsDialogs() {
  return (
    <>
      <QueryTextDialog />
      <ConditionsDialog />
      <FieldListDialog />
      <SaveSearchDialog />
      <CompareRunsDialog />
      <ChangedRecordsDialog />
      <HistoryDialog />
    </>
  );
}
