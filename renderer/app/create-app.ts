import { createApi } from '../api/client.ts';
import { toFailure } from '../api/failure-error.ts';
import { createAreaCommands } from '../commands/area-commands.ts';
import { createChipCommands } from '../commands/chip-commands.ts';
import { createCommands } from '../commands/commands.ts';
import { createInspectorCommands } from '../commands/inspector-commands.ts';
import { createJobCommands } from '../commands/job-commands.ts';
import { createMapCommands } from '../commands/map-commands.ts';
import { createOrderCommands } from '../commands/order-commands.ts';
import { createOrderFollowCommands } from '../commands/order-follow-commands.ts';
import { createPassCommands } from '../commands/pass-commands.ts';
import { createPlaceCommands } from '../commands/place-commands.ts';
import { createResultsCommands } from '../commands/results-commands.ts';
import { createReviewCommands } from '../commands/review-commands.ts';
import { createSearchCommands } from '../commands/search-commands.ts';
import { createSelectionCommands } from '../commands/selection-commands.ts';
import { createSessionCommands } from '../commands/session-commands.ts';
import { createSimplifyCommands } from '../commands/simplify-commands.ts';
import { createTableCommands } from '../commands/table-commands.ts';
import { createViewCommands } from '../commands/view-commands.ts';
import { createWorkspaceCommands } from '../commands/workspace-commands.ts';
import { createChipShelves } from '../components/chip/chip-shelves.ts';
import { MapEngine } from '../map/map-engine.ts';
import { createStores } from '../stores/stores.ts';
import type { App } from './app-context.tsx';
import { notifyFailure, notifyInfo } from './notify.tsx';

/** The page's parts put together: API client, stores, map engine, and every command that acts on them. */
export function createApp(): App {
  const commands = createCommands({
    refused: (command, reason) => notifyInfo(`${command.title}: ${reason}`),
    failed: (command, error) => notifyFailure(toFailure(error), command.title),
  });
  const app: App = {
    api: createApi(),
    stores: createStores(),
    engine: new MapEngine(),
    commands,
    chips: createChipShelves(),
  };
  commands.add([
    ...createViewCommands(app),
    ...createWorkspaceCommands(app),
    ...createSessionCommands(app),
    ...createAreaCommands(app),
    ...createSimplifyCommands(app),
    ...createOrderCommands(app),
    ...createOrderFollowCommands(app),
    ...createResultsCommands(app),
    ...createReviewCommands(app),
    ...createChipCommands(app),
    ...createSearchCommands(app),
    ...createTableCommands(app),
    ...createSelectionCommands(app),
    ...createJobCommands(app),
    ...createInspectorCommands(app),
    ...createMapCommands(app),
    ...createPlaceCommands(app),
    ...createPassCommands(app),
  ]);
  return app;
}
