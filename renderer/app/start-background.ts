import type { AppEvent } from '../../shared/events/app-event.ts';
import type { App } from '../context/app-context.tsx';
import type { CommandRegistry } from '../context/commands.ts';
import { createAisCommands, recordImportedDecisions } from '../features/ais/ais-commands.ts';
import { createAreaCommands, createAreaInputCommands } from '../features/areas/area-commands.ts';
import { createImportInputCommands } from '../features/areas/import-commands.ts';
import { createSimplifyCommands } from '../features/areas/simplify-commands.ts';
import { createDiagnosticsCommands } from '../features/diagnostics/diagnostics-commands.ts';
import { createExportCommands, createExportInputCommands } from '../features/export/export-commands.ts';
import { createHelpCommands, createHelpInputCommands } from '../features/help/help-commands.ts';
import { recordImportedCorrections, recordImportedPlaces } from '../features/inspector/correction-edits.ts';
import { createInspectorCommands } from '../features/inspector/inspector-commands.ts';
import { createJobCommands } from '../features/jobs/job-commands.ts';
import {
  createVectorLayerCommands,
  createVectorLayerInputCommands,
} from '../features/layers/vector-layers/vector-layer-commands.ts';
import { createOrderCommands, createOrderInputCommands } from '../features/orders/order-commands.ts';
import { createOrderTrackingCommands, handleOrderEvent } from '../features/orders/order-tracking-commands.ts';
import { reopenForm } from '../features/orders/reopen-form.ts';
import { saveFormDraft, startDraftAutosave } from '../features/orders/save-draft.ts';
import { createPassStepCommands } from '../features/pass-steps/pass-step-commands.ts';
import { createPassCommands, createPassInputCommands } from '../features/passes/pass-commands.ts';
import { createPlaceInputCommands } from '../features/places/place-commands.ts';
import {
  createRecordImportCommands,
  createRecordImportInputCommands,
} from '../features/record-import/record-import-commands.ts';
import { createRecordInputCommands } from '../features/records/record-commands.ts';
import { createResultsCommands, createSelectionCommands } from '../features/results/results-commands.ts';
import { createQueueCommands } from '../features/review/queue-commands.ts';
import { createReviewCommands } from '../features/review/review-commands.ts';
import { createReviewInputCommands } from '../features/review/review-input-commands.ts';
import { startChipRequests } from '../features/review/start-chip-requests.ts';
import { startReviewSync } from '../features/review/start-review-sync.ts';
import { createSearchCommands, createSearchInputCommands } from '../features/search/search-commands.ts';
import { createSessionCommands, createSessionInputCommands } from '../features/session/session-commands.ts';
import { createSettingsCommands } from '../features/settings/settings-commands.ts';
import { createSiteCommands } from '../features/sites/site-commands.ts';
import { createTableCommands } from '../features/table/table-commands.ts';
import { createTeamCommands } from '../features/team/team-commands.ts';
import {
  createWatchCommands,
  createWatchInputCommands,
  handleWatchEvent,
} from '../features/watch/watch-commands.ts';
import { createWorkspaceCommands, offerOpenedFile } from '../features/workspace/workspace-commands.ts';
import { syncAis } from '../map-sync/sync-ais.ts';
import { syncHulls } from '../map-sync/sync-hulls.ts';
import { closeWorkspaceNotifications } from '../ui/notify.tsx';

/** Adds the commands that the first frame does not show, and starts what works in the background. */
export function startBackground(app: App, commands: CommandRegistry) {
  addCommands(app, commands);
  const reviews = startReviewSync(app);
  app.stores.session.subscribe(({ session }, before) => {
    const former = before.session?.workspacePath;
    if (former !== undefined && session?.workspacePath !== former) closeWorkspaceNotifications();
  });
  const chips = startChipRequests(app);
  syncAis(app);
  syncHulls(app);
  startDraftAutosave(app);
  reopenForm(app);
  void offerOpenedFile(app);
  return {
    /** Must be called with every event of the main process. */
    handleEvent(event: AppEvent): void {
      handleOrderEvent(app, event);
      handleWatchEvent(app, event);
      reviews.handleEvent(event);
      chips.handleEvent(event);
      if (event.type === 'corrections-imported') recordImportedCorrections(app, event.changes);
      if (event.type === 'ais-decisions-imported') recordImportedDecisions(app, event.changes);
      if (event.type === 'places-imported') recordImportedPlaces(app, event.changes);
      if (event.type === 'file-opened') void offerOpenedFile(app);
      if (event.type === 'ending') {
        // A note is saved when its field disappears.
        app.stores.review.getState().setNotedId(null);
        void saveFormDraft(app);
      }
    },
  };
}

/** Background work of the page. */
export type Background = ReturnType<typeof startBackground>;

function addCommands(app: App, commands: CommandRegistry): void {
  commands.add([
    ...createSettingsCommands(app),
    ...createAisCommands(app),
    ...createWorkspaceCommands(app),
    ...createTeamCommands(app),
    ...createSessionCommands(app),
    ...createAreaCommands(app),
    ...createSiteCommands(app),
    ...createSimplifyCommands(app),
    ...createOrderCommands(app),
    ...createOrderTrackingCommands(app),
    ...createSearchCommands(app),
    ...createResultsCommands(app),
    ...createExportCommands(app),
    ...createRecordImportCommands(app),
    ...createVectorLayerCommands(app),
    ...createReviewCommands(app),
    ...createQueueCommands(app),
    ...createTableCommands(app),
    ...createSelectionCommands(app),
    ...createWatchCommands(app),
    ...createJobCommands(app),
    ...createInspectorCommands(app),
    ...createPassCommands(app),
    ...createPassStepCommands(app),
    ...createDiagnosticsCommands(app),
    ...createHelpCommands(app),
  ]);
  commands.addWithInput([
    ...createAreaInputCommands(app),
    ...createImportInputCommands(app),
    ...createOrderInputCommands(app),
    ...createWatchInputCommands(app),
    ...createPlaceInputCommands(app),
    ...createSearchInputCommands(app),
    ...createSessionInputCommands(app),
    ...createRecordInputCommands(app),
    ...createRecordImportInputCommands(app),
    ...createVectorLayerInputCommands(app),
    ...createReviewInputCommands(app),
    ...createPassInputCommands(app),
    ...createExportInputCommands(app),
    ...createHelpInputCommands(app),
  ]);
}
