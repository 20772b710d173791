import { Modal } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { IconLock, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatSquareMetres } from '../../../../shared/areas/format-square-metres.ts';
import { foldText } from '../../../../shared/fold-text.ts';
import { positionMatches } from '../../../../shared/geo/position-matches.ts';
import { readPosition } from '../../../../shared/geo/read-position.ts';
import { currentState } from '../../../../shared/orders/order.ts';
import { orderName } from '../../../../shared/orders/order-name.ts';
import { type App, useApp } from '../../../context/app-context.tsx';
import { findPlaces } from '../../../context/find-places.ts';
import { useItems } from '../../../context/items.ts';
import { showOrder } from '../../../context/show-order.ts';
import { useAreaList } from '../../../context/use-live-queries.ts';
import { useIsWorkspaceOpen, useSavedSearches } from '../../../context/use-workspace-queries.ts';
import { hotkeyText } from '../../../ui/hotkey-text.tsx';
import { texts } from '../texts.ts';
import { groupCommands } from './group-commands.ts';
import { takeTypedEarly } from './open-palette.ts';
import styles from './palette.module.css';

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

/** One line of the palette. */
type PaletteEntry = {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
  readonly hotkey?: string | undefined;
  readonly isDisabled: boolean;
  run(): void;
};

type PaletteGroup = { readonly group: string; readonly entries: readonly PaletteEntry[] };

/** Maximum number of entries of each kind. */
const maxPerGroup = 8;

/** The entries that match the query. Without a query only commands are listed. */
function usePaletteEntries(query: string): readonly PaletteGroup[] {
  const app = useApp();
  const { commands } = app;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const orders = useOrderEntries();
  const areas = useAreaEntries();
  const searches = useSearchEntries();
  const bookmarks = useBookmarkEntries();
  const positions = usePositionEntries(query);
  const detection = useDetectionEntry(query.trim());
  const commandGroups = groupCommands(commands.list()).map(
    ({ group, commands: members }): PaletteGroup => ({
      group,
      entries: members
        .filter(
          ({ id, title, keywords = '' }) => id !== 'view.palette' && matches(`${group} ${title} ${keywords}`),
        )
        .map(({ id, title, hotkey, reviewKeys, enabled }) => {
          const state = enabled?.() ?? true;
          const note = state === true ? undefined : state;
          return {
            id,
            label: title,
            note,
            hotkey: hotkey ?? reviewKeys?.[0],
            isDisabled: state !== true,
            run: () => commands.run(id),
          };
        }),
    }),
  );
  const found: PaletteGroup[] =
    words.length === 0
      ? []
      : [
          { group: texts.palette.groups.positions, entries: positions },
          { group: texts.palette.groups.detection, entries: detection ? [detection] : [] },
          {
            group: texts.palette.groups.orders,
            entries: orders.filter(entryMatcher(matches)).slice(0, maxPerGroup),
          },
          {
            group: texts.palette.groups.areas,
            entries: areas.filter(entryMatcher(matches)).slice(0, maxPerGroup),
          },
          {
            group: texts.palette.groups.bookmarks,
            entries: bookmarks.filter(entryMatcher(matches)).slice(0, maxPerGroup),
          },
          {
            group: texts.palette.groups.searches,
            entries: searches.filter(entryMatcher(matches)).slice(0, maxPerGroup),
          },
        ];
  // After the commands, of whose names they may be a part.
  const places = {
    group: texts.palette.groups.places,
    entries: placeEntries(app, query),
  };
  return [...found, ...commandGroups, places].filter(({ entries }) => entries.length > 0);
}

function entryMatcher(matches: (text: string) => boolean) {
  return ({ id, label, note }: PaletteEntry) => matches(`${label} ${note ?? ''} ${id}`);
}

function useOrderEntries(): readonly PaletteEntry[] {
  const app = useApp();
  const enabled = useIsWorkspaceOpen();
  const { data } = useQuery(app.queries.orders.list.queryOptions(undefined, { enabled }));
  return (data?.orders ?? []).map(({ order }) => ({
    id: `order ${order.id}`,
    label: orderName(order),
    note: `${order.id} · ${currentState(order) ?? texts.palette.unknownState}`,
    isDisabled: false,
    run: () => showOrder(app, order.id),
  }));
}

function useAreaEntries(): readonly PaletteEntry[] {
  const { stores } = useApp();
  const areas = useAreaList();
  return areas.map(({ id, name, squareMetres }) => ({
    id: `area ${id}`,
    label: name,
    note: formatSquareMetres(squareMetres),
    isDisabled: false,
    run() {
      stores.ui.getState().showPanel('areas');
      stores.ui.getState().selectArea(id);
    },
  }));
}

function useSearchEntries(): readonly PaletteEntry[] {
  const app = useApp();
  const searches = useSavedSearches().data?.searches ?? [];
  return searches.map((status) => ({
    id: `search ${status.search.id}`,
    label: status.search.name,
    note: texts.palette.newRecords(status.newRecords),
    isDisabled: false,
    run: () => void app.commands.runWith('searches.open-results', { status }),
  }));
}

/** The positions that the query can be read as; two if the order of its coordinates is ambiguous. */
function usePositionEntries(query: string): readonly PaletteEntry[] {
  const app = useApp();
  return positionMatches(readPosition(query)).map(({ key, label, note, position }) => ({
    id: key,
    label: texts.palette.goTo(label),
    note,
    isDisabled: false,
    run: () => void app.commands.runWith('places.go-to', { position }),
  }));
}

/** The places whose name begins like the query: a part of a name is more often part of a command's. */
function placeEntries(app: App, query: string): readonly PaletteEntry[] {
  const start = foldText(query.trim());
  return findPlaces(query, app.engine.basemap.places.countries)
    .filter(({ label }) => foldText(label).startsWith(start))
    .map(({ key, label, note, position, zoom }) => ({
      ...{ id: key, label, note, isDisabled: false },
      run: () => void app.commands.runWith('places.go-to', { position, label, zoom }),
    }));
}

function useBookmarkEntries(): readonly PaletteEntry[] {
  const app = useApp();
  return (useItems('bookmarks').data ?? []).map((bookmark) => ({
    id: `bookmark ${bookmark.id}`,
    label: bookmark.name,
    note: bookmark.filter ? texts.palette.bookmarkWithFilter : texts.palette.bookmark,
    isDisabled: false,
    run: () => void app.commands.runWith('places.open-bookmark', { bookmark }),
  }));
}

function useDetectionEntry(query: string): PaletteEntry | null {
  const { stores } = useApp();
  if (!/^[1-9]\d{0,14}$/.test(query)) return null;
  return {
    id: `detection ${query}`,
    label: texts.palette.detection(query),
    note: texts.palette.openDetection,
    isDisabled: false,
    run: () => stores.results.getState().focus(Number(query)),
  };
}
