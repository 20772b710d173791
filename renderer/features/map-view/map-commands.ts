import type { App } from '../app/app-context.tsx';
import type { MapTool } from '../map/map-types.ts';
import type { Command } from './command.ts';

const tools: readonly { readonly tool: MapTool; readonly title: string; readonly hotkey: string }[] = [
  { tool: 'select', title: 'Select on the map', hotkey: 'V' },
  { tool: 'select-box', title: 'Select detections in a box', hotkey: 'B' },
  { tool: 'lasso', title: 'Select detections with a lasso', hotkey: 'W' },
  { tool: 'rectangle', title: 'Draw a rectangle', hotkey: 'R' },
  { tool: 'polygon', title: 'Draw a polygon', hotkey: 'P' },
  { tool: 'circle', title: 'Draw a circle', hotkey: 'O' },
  { tool: 'edit', title: 'Edit corners of the selected area', hotkey: 'E' },
  { tool: 'measure', title: 'Measure distance and area', hotkey: 'shift+M' },
];

/** The command that takes up a map tool. */
export function toolCommandId(tool: MapTool): string {
  return `map.tool.${tool}`;
}

/** Tools of the map and where it looks. */
export function createMapCommands({
  stores: { ui },
  engine,
}: Pick<App, 'stores' | 'engine'>): readonly Command[] {
  return [
    ...tools.map(
      ({ tool, title, hotkey }): Command => ({
        id: toolCommandId(tool),
        title,
        group: 'Map',
        hotkey,
        enabled: () => tool !== 'edit' || ui.getState().selectedAreaId !== null || 'Select an area first.',
        run() {
          ui.getState().setTool(tool);
          // The keys of drawing (Enter, Backspace, Escape, arrows) are the map's.
          engine.focus();
        },
      }),
    ),
    {
      id: 'map.type-area',
      title: 'Type the coordinates of an area',
      group: 'Map',
      hotkey: 'A',
      run: () => ui.getState().openDialog('typed-area'),
    },
    {
      id: 'map.zoom-results',
      title: 'Zoom to all visible results',
      group: 'Map',
      hotkey: 'H',
      run() {
        engine.zoomToDetections();
      },
    },
    { id: 'map.zoom-in', title: 'Zoom in', group: 'Map', hotkey: 'plus', run: () => engine.zoomBy(1) },
    { id: 'map.zoom-out', title: 'Zoom out', group: 'Map', hotkey: 'minus', run: () => engine.zoomBy(-1) },
    { id: 'map.north-up', title: 'Point north up', group: 'Map', hotkey: 'N', run: () => engine.northUp() },
  ];
}
