import { createApi } from '../api/client.ts';
import { createQueryClient } from '../api/query-client.ts';
import type { App } from '../context/app-context.tsx';
import { createCommands } from '../context/commands.ts';
import { createAreaCommands, createAreaInputCommands } from '../features/areas/area-commands.ts';
import { createSimplifyCommands } from '../features/areas/simplify-commands.ts';
import { createDiagnosticsCommands } from '../features/diagnostics/diagnostics-commands.ts';
import { createExportCommands, createExportInputCommands } from '../features/export/export-commands.ts';
import { createHelpCommands, createHelpInputCommands } from '../features/help/help-commands.ts';
import { createInspectorCommands } from '../features/inspector/inspector-commands.ts';
import { createJobCommands } from '../features/jobs/job-commands.ts';
import { createMapCommands } from '../features/map-view/map-commands.ts';
import { createOrderCommands, createOrderInputCommands } from '../features/orders/order-commands.ts';
import { createOrderTrackingCommands } from '../features/orders/order-tracking-commands.ts';
import { createPassStepCommands } from '../features/pass-steps/pass-step-commands.ts';
import { createPassCommands, createPassInputCommands } from '../features/passes/pass-commands.ts';
import { createPlaceCommands, createPlaceInputCommands } from '../features/places/place-commands.ts';
import {
  createRecordImportCommands,
  createRecordImportInputCommands,
} from '../features/record-import/record-import-commands.ts';
import { createRecordInputCommands } from '../features/records/record-commands.ts';
import { createResultsCommands } from '../features/results/results-commands.ts';
import { createSelectionCommands } from '../features/results/selection-commands.ts';
import { createReviewCommands, createReviewInputCommands } from '../features/review/review-commands.ts';
import { createSearchCommands, createSearchInputCommands } from '../features/search/search-commands.ts';
import { createSessionCommands, createSessionInputCommands } from '../features/session/session-commands.ts';
import { createSettingsCommands } from '../features/settings/settings-commands.ts';
import { createEditCommands } from '../features/shell/edit-commands.ts';
import { createViewCommands } from '../features/shell/view-commands.ts';
import { createTableCommands } from '../features/table/table-commands.ts';
import { createTeamCommands } from '../features/team/team-commands.ts';
import { createWorkspaceCommands } from '../features/workspace/workspace-commands.ts';
import { MapEngine } from '../map/map-engine.ts';
import { createStores } from '../stores/stores.ts';
import { createChipCaches } from '../ui/chip/chip-caches.ts';
import { toFailure } from '../ui/failure-error.ts';
import { notifyFailure, notifyInfo } from '../ui/notify.tsx';

/** Creates the API client, the query cache, the stores, the map engine, and every command that acts on them. */
export function createApp(): App {
  const stores = createStores();
  const commands = createCommands(
    {
      onDisabled: (command, reason) => notifyInfo(`${command.title}: ${reason}`),
      onFailed: (command, error) => notifyFailure(toFailure(error), command.title),
    },
    () => stores.settings.getState().keys,
  );
  const app: App = {
    api: createApi(),
    queryClient: createQueryClient(),
    stores,
    engine: new MapEngine(),
    commands,
    chipCaches: createChipCaches(),
  };
  commands.add([
    ...createEditCommands(app),
    ...createViewCommands(app),
    ...createSettingsCommands(app),
    ...createWorkspaceCommands(app),
    ...createTeamCommands(app),
    ...createSessionCommands(app),
    ...createAreaCommands(app),
    ...createSimplifyCommands(app),
    ...createOrderCommands(app),
    ...createOrderTrackingCommands(app),
    ...createSearchCommands(app),
    ...createResultsCommands(app),
    ...createExportCommands(app),
    ...createRecordImportCommands(app),
    ...createReviewCommands(app),
    ...createTableCommands(app),
    ...createSelectionCommands(app),
    ...createJobCommands(app),
    ...createInspectorCommands(app),
    ...createMapCommands(app),
    ...createPlaceCommands(app),
    ...createPassCommands(app),
    ...createPassStepCommands(app),
    ...createDiagnosticsCommands(app),
    ...createHelpCommands(app),
  ]);
  commands.addWithInput([
    ...createAreaInputCommands(app),
    ...createOrderInputCommands(app),
    ...createPlaceInputCommands(app),
    ...createSearchInputCommands(app),
    ...createSessionInputCommands(app),
    ...createRecordInputCommands(app),
    ...createRecordImportInputCommands(app),
    ...createReviewInputCommands(app),
    ...createPassInputCommands(app),
    ...createExportInputCommands(app),
    ...createHelpInputCommands(app),
  ]);
  return app;
}
