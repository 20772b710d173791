import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { addBookmark, goToPosition, openBookmark } from './place-actions.ts';
import { texts } from './texts.ts';

/** The commands about going to positions, bookmarks, and pictures of the map. */
export function createPlaceCommands(app: App): readonly Command[] {
  const { engine, stores } = app;
  return [
    {
      id: 'map.go-to',
      title: texts.commands.goTo,
      group: 'Map',
      hotkey: 'mod+G',
      run: () => stores.ui.getState().openDialog('go-to'),
    },
    {
      id: 'map.bookmarks',
      title: texts.commands.bookmarks,
      group: 'Map',
      hotkey: 'shift+B',
      run() {
        const { bookmarksOpen, setBookmarksOpen } = stores.places.getState();
        setBookmarksOpen(!bookmarksOpen);
      },
    },
    {
      id: 'map.dismiss-mark',
      title: texts.mark.remove,
      group: 'Map',
      enabled: () => stores.places.getState().mark !== null || texts.commands.noMark,
      run: () => stores.places.getState().setMark(null),
    },
    {
      id: 'map.menu',
      title: texts.commands.mapMenu,
      group: 'Map',
      run: () => engine.pointer.openMenu(),
    },
    {
      id: 'map.picture',
      title: texts.commands.print,
      group: 'Map',
      hotkey: 'mod+P',
      run: () => stores.ui.getState().openDialog('picture'),
    },
  ];
}

/** The commands with which other features show positions and save bookmarks. */
export function createPlaceInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'places.go-to',
      title: texts.commands.position,
      run: ({ position, label, zoom }) => goToPosition(app, position, label, zoom),
    },
    {
      id: 'places.open-bookmark',
      title: texts.commands.openBookmark,
      run: ({ bookmark }) => openBookmark(app, bookmark),
    },
    {
      id: 'places.add-bookmark',
      title: texts.commands.addBookmark,
      async run({ name, center }) {
        const failure = await addBookmark(app, { name, center, withFilter: false });
        if (failure) notifyFailure(failure, texts.bookmarks.notSaved);
      },
    },
  ];
}
