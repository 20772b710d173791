import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import type { MapTool } from '../../map/map-types.ts';

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

/** The id of the command that activates a map tool. */
export function toolCommandId(tool: MapTool): string {
  return `map.tool.${tool}`;
}

/** The commands about map tools and the view. */
export function createMapCommands({
  stores: { layers, ui },
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
          // The map handles the keys for drawing (Enter, Backspace, Escape, arrows).
          engine.focus();
        },
      }),
    ),
    {
      id: 'map.type-area',
      title: 'Enter the coordinates of an area',
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
    {
      id: 'map.north-up',
      title: 'Point north up',
      group: 'Map',
      hotkey: 'shift+R',
      run: () => engine.resetNorth(),
    },
    {
      id: 'map.legend',
      title: 'Unfold or fold the legend',
      group: 'Map',
      hotkey: 'shift+L',
      run() {
        const { legendUnfolded, setLegendUnfolded } = layers.getState();
        setLegendUnfolded(!legendUnfolded);
      },
    },
  ];
}
