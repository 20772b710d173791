import { Modal, NavLink, TextInput } from '@mantine/core';
import {
  type Icon,
  IconAdjustments,
  IconDatabase,
  IconDownload,
  IconInfoCircle,
  IconKeyboard,
  IconPalette,
  IconPhoto,
  IconPlugConnected,
  IconRuler2,
  IconSearch,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import { type SettingsSection, settingsSections } from '../../stores/ui-store.ts';
import styles from './settings-dialog.module.css';
import { texts } from './texts.ts';

const icons: Readonly<Record<SettingsSection, Icon>> = {
  appearance: IconPalette,
  units: IconRuler2,
  keys: IconKeyboard,
  limits: IconAdjustments,
  profiles: IconUser,
  workspace: IconDatabase,
  storage: IconPhoto,
  network: IconPlugConnected,
  team: IconUsers,
  updates: IconDownload,
  about: IconInfoCircle,
};

/** The dialog of all settings: a list of sections with a search, next to the chosen section. */
export function SettingsDialog({
  contents,
}: {
  readonly contents: Readonly<Record<SettingsSection, ReactNode>>;
}) {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'settings');
  return (
    <Modal.Root
      opened={opened}
      onClose={() => stores.ui.getState().closeDialog()}
      size={822}
      radius="lg"
      centered
      // As all dialogs, which replace each other.
      transitionProps={{ duration: 0 }}
      // On the content itself a class would also be that of the element around it.
      classNames={{ content: styles.content }}
    >
      <Modal.Overlay />
      <Modal.Content>{opened ? <Sections contents={contents} /> : null}</Modal.Content>
    </Modal.Root>
  );
}

function Sections({ contents }: { readonly contents: Readonly<Record<SettingsSection, ReactNode>> }) {
  const { stores } = useApp();
  const chosen = useUi((state) => state.settingsSection);
  const [query, setQuery] = useState('');
  const body = useRef<HTMLElement>(null);
  const found = settingsSections.filter((section) => matches(section, query));
  const shown = found.includes(chosen) ? chosen : found[0];
  // Another section begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the section is what changes the content
  useEffect(() => {
    // Without braces React would call the promise that newer Chromium returns as the effect's clean-up.
    body.current?.scrollTo({ top: 0 });
  }, [shown]);
  return (
    <>
      <Modal.Header className={styles.header}>
        <Modal.Title className={styles.title}>{texts.title}</Modal.Title>
        <TextInput
          className={styles.search}
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={15} stroke={1.5} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Modal.CloseButton />
      </Modal.Header>
      <div className={styles.columns}>
        <nav className={styles.list} aria-label={texts.sectionList}>
          {found.map((section) => {
            const Glyph = icons[section];
            return (
              <NavLink
                key={section}
                component="button"
                type="button"
                className={styles.link}
                label={texts.sections[section].title}
                leftSection={<Glyph size={16} stroke={1.5} aria-hidden />}
                active={section === shown}
                aria-current={section === shown ? 'page' : undefined}
                onClick={() => stores.ui.getState().openSettings(section)}
              />
            );
          })}
        </nav>
        {shown === undefined ? (
          <p className={styles.none}>{texts.noMatch(query.trim())}</p>
        ) : (
          <section
            ref={body}
            className={styles.body}
            aria-label={texts.sections[shown].title}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
          >
            {contents[shown]}
          </section>
        )}
      </div>
    </>
  );
}

/** Whether every word of the query begins a word of the section's title or of its words. */
function matches(section: SettingsSection, query: string): boolean {
  const { title, words } = texts.sections[section];
  const all = `${title} ${words}`.toLowerCase().split(/[\s,]+/);
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => all.some((candidate) => candidate.startsWith(word)));
}
