import type { Result } from '../../../shared/result.ts';
import type { Events } from '../base/events.ts';
import type { SettingsFile } from './settings-file.ts';

/** Whether Sightline stays in the notification area when its window is closed; a change is published as one of the watch. */
export function createTraySetting(
  settings: Pick<SettingsFile, 'current' | 'change'>,
  events: Pick<Events, 'publish'>,
) {
  return {
    isOn: (): boolean => settings.current().staysInTray === true,
    /** Fails with `disk`. */
    async set(isOn: boolean): Promise<Result<void>> {
      const saved = await settings.change((before) => ({ ...before, staysInTray: isOn }));
      if (saved.ok) events.publish({ type: 'changed', topic: 'watch' });
      return saved;
    },
  };
}
