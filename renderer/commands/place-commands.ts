import type { App } from '../app/app-context.tsx';
import type { Command } from './command.ts';
import { dismissMark } from './place-work.ts';

/** Going to places, keeping them, and pictures of the map. */
export function createPlaceCommands(app: App): readonly Command[] {
  const { engine, stores } = app;
  return [
    {
      id: 'map.go-to',
      title: 'Go to coordinates or a place',
      group: 'Map',
      hotkey: 'mod+G',
      run: () => stores.ui.getState().openDialog('go-to'),
    },
    {
      id: 'map.bookmarks',
      title: 'Bookmarks',
      group: 'Map',
      hotkey: 'shift+B',
      run: () => stores.places.setState({ bookmarksOpen: !stores.places.getState().bookmarksOpen }),
    },
    {
      id: 'map.dismiss-mark',
      title: 'Take the mark off the map',
      group: 'Map',
      enabled: () => stores.places.getState().mark !== null || 'Nothing is marked.',
      run() {
        dismissMark(app);
      },
    },
    {
      id: 'map.menu',
      title: 'What is in the middle of the map, and its coordinates',
      group: 'Map',
      run: () => engine.openMenu(),
    },
    {
      id: 'map.picture',
      title: 'Save the map as a picture, or print it',
      group: 'Map',
      hotkey: 'mod+P',
      run: () => stores.ui.getState().openDialog('picture'),
    },
  ];
}
