import type { Result } from '../../../shared/result.ts';
import type { Events } from '../base/events.ts';
import type { SettingsFile } from './settings-file.ts';

/** Whether Sightline stays in the notification area when its window is closed. */
type TraySetting = {
  isOn(): boolean;
  /** Fails with `disk`. */
  set(isOn: boolean): Promise<Result<void>>;
};

/** The setting, whose change is published as one of the watch. */
export function createTraySetting(
  settings: Pick<SettingsFile, 'current' | 'change'>,
  events: Pick<Events, 'publish'>,
): TraySetting {
  return {
    isOn: () => settings.current().staysInTray === true,
    async set(isOn) {
      const saved = await settings.change((before) => ({ ...before, staysInTray: isOn }));
      if (saved.ok) events.publish({ type: 'changed', topic: 'watch' });
      return saved;
    },
  };
}
