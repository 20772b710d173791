import { type ApiLinks, createApi, createQueryClient } from '../api/client.ts';
import type { App } from '../context/app-context.tsx';
import { type CommandRegistry, createCommands } from '../context/commands.ts';
import { createMapCommands } from '../features/map-view/map-commands.ts';
import { createPlaceCommands } from '../features/places/place-commands.ts';
import { createEditCommands, createViewCommands } from '../features/shell/shell-commands.ts';
import { MapEngine } from '../map/map-engine.ts';
import { createStores } from '../stores/stores.ts';
import { DecodedChipCache } from '../ui/chip/chip-cache.ts';
import { toFailure } from '../ui/failure-error.ts';
import { holdBackConversions } from '../ui/keys.ts';
import { notifyFailure, notifyInfo } from '../ui/notify.tsx';

type StartedApp = App & { readonly commands: CommandRegistry };

/**
 * Creates the API client, the query cache, the stores, the map engine, and the commands that the first frame shows;
 * `startBackground` adds the others. Must come before anything listens to keys.
 */
export function createApp(links?: ApiLinks): StartedApp {
  holdBackConversions(window);
  const stores = createStores();
  const commands = createCommands(
    {
      onDisabled: (command, reason) => notifyInfo(`${command.title}: ${reason}`),
      onFailed: (command, error) => notifyFailure(toFailure(error), command.title),
    },
    () => stores.settings.getState().keys,
  );
  const queryClient = createQueryClient();
  const app: StartedApp = {
    ...createApi(queryClient, links),
    queryClient,
    stores,
    engine: new MapEngine(),
    commands,
    chips: new DecodedChipCache(),
  };
  commands.add([
    ...createEditCommands(app),
    ...createViewCommands(app),
    ...createMapCommands(app),
    ...createPlaceCommands(app),
  ]);
  return app;
}
