import { createEvents } from '../../electron/core/base/events.ts';
import type { Core } from '../../electron/core/core.ts';
import type { HostServices } from '../../electron/host-services.ts';
import { succeed } from '../../shared/result.ts';

/**
 * A core in which only what a test gives is there; anything else throws by its name, so that a test cannot pass on
 * behavior that was not written.
 */
export function stubCore(parts: Partial<Core> = {}): Core {
  const standing: Partial<Core> = {
    events: createEvents(),
    workspace: () => undefined,
    tray: { isOn: () => false, set: async () => succeed(undefined) },
    close: async () => {},
    ...parts,
  };
  return new Proxy(standing, {
    get(target, name, receiver) {
      // A promise is recognized by its `then`.
      if (name === 'then' || Reflect.has(target, name)) return Reflect.get(target, name, receiver);
      throw new Error(`The stub core has no ${String(name)}.`);
    },
  }) as Core;
}

/** A stub of a host. */
export const stubHost: HostServices = {
  kind: 'browser',
  chooseSaveTarget: async () => null,
  chooseSaveFolder: async () => null,
  chooseOpenFile: async () => null,
  chooseOpenFiles: async () => [],
  takeOpenedFile: () => null,
  reveal: () => false,
  printPdf: async () => null,
  openFolder: async () => false,
  notify: () => {},
};
