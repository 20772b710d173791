import { openSettingsFile } from '../../electron/core/settings/settings-file.ts';

// Run as a separate process, to be killed at any moment: changes the settings in the given file without end.
const settings = await openSettingsFile(process.argv[2] ?? '');
process.stdout.write('writing\n');
for (let count = 0; ; count += 1) {
  const names = Object.fromEntries(Array.from({ length: 2_000 }, (_none, index) => [`${index}`, `${count}`]));
  const changed = await settings.change((current) => ({ ...current, lastUsernames: names }));
  if (!changed.ok) throw new Error(changed.failure.message);
}
