import { Spotlight } from '@mantine/spotlight';
import { hotkeyText } from '../../components/hotkey-text.tsx';
import styles from './palette.module.css';
import { usePaletteEntries } from './use-palette-entries.ts';

/** What the query finds, by group. What cannot be done now stands there with the reason. */
export function PaletteActions({ query }: { readonly query: string }) {
  const groups = usePaletteEntries(query);
  if (groups.length === 0) {
    return <Spotlight.Empty>No match for “{query.trim()}”.</Spotlight.Empty>;
  }
  return groups.map(({ group, entries }) => (
    <Spotlight.ActionsGroup key={group} label={group}>
      {entries.map(({ id, label, note, hotkey, isDisabled, run }) => (
        <Spotlight.Action
          key={id}
          className={styles.action}
          data-dimmed={isDisabled || undefined}
          label={label}
          {...(note ? { description: note } : {})}
          rightSection={hotkey ? <kbd>{hotkeyText(hotkey)}</kbd> : null}
          onClick={run}
        />
      ))}
    </Spotlight.ActionsGroup>
  ));
}
