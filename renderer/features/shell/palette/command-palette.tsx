import { Modal } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { IconLock, IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { hotkeyText } from '../../../ui/hotkey-text.tsx';
import { texts } from '../texts.ts';
import { takeTypedEarly } from './open-palette.ts';
import styles from './palette.module.css';
import { usePaletteEntries } from './use-palette-entries.ts';

/** The dialog that searches commands, orders, areas and other named things. */
export function CommandPalette() {
  const [query, setQuery] = useState('');
  const focus = useFocusReturn();
  useLayoutEffect(() => setQuery(takeTypedEarly()), []);
  return (
    <Spotlight.Root
      {...focus}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      centered={false}
      yOffset="10vh"
      maxHeight={460}
      overlayProps={{ backgroundOpacity: 0.5, blur: 0 }}
      // A transition would create the field one frame later, and keys typed before would be lost.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Title className={styles.title}>{texts.palette.title}</Modal.Title>
      <Spotlight.Search
        placeholder={texts.palette.search}
        aria-label={texts.palette.searchLabel}
        leftSection={<IconSearch size={16} stroke={1.5} />}
        autoFocus
      />
      <Spotlight.ActionsList>
        <PaletteActions query={query} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/**
 * Returns the focus when the palette is closed. Where a command has moved the focus it stays; Mantine would take it
 * back.
 */
function useFocusReturn() {
  const before = useRef<Element>(null);
  return {
    returnFocus: false,
    onSpotlightOpen() {
      before.current = document.activeElement;
    },
    onSpotlightClose() {
      const { activeElement } = document;
      const isMoved = activeElement !== document.body && !activeElement?.closest('[role="dialog"]');
      if (!isMoved && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}

/** The palette's entries by group. Disabled ones show the reason. */
function PaletteActions({ query }: { readonly query: string }) {
  const groups = usePaletteEntries(query);
  if (groups.length === 0) {
    return <Spotlight.Empty>{texts.palette.noMatch(query.trim())}</Spotlight.Empty>;
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
          leftSection={isDisabled ? <IconLock size={16} stroke={1.5} /> : <span className={styles.noLock} />}
          rightSection={hotkey ? <kbd>{hotkeyText(hotkey)}</kbd> : null}
          onClick={run}
        />
      ))}
    </Spotlight.ActionsGroup>
  ));
}
