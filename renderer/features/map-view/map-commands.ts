import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { isMapInMainColumn } from '../../context/use-review-stage.ts';
import type { MapTool } from '../../map/map-types.ts';
import { texts } from './texts.ts';

const tools: readonly { readonly tool: MapTool; readonly title: string; readonly hotkey: string }[] = [
  { tool: 'select', title: texts.commands.select, hotkey: 'V' },
  { tool: 'select-box', title: texts.commands.selectBox, hotkey: 'B' },
  { tool: 'lasso', title: texts.commands.lasso, hotkey: 'W' },
  { tool: 'rectangle', title: texts.commands.rectangle, hotkey: 'R' },
  { tool: 'polygon', title: texts.commands.polygon, hotkey: 'P' },
  { tool: 'circle', title: texts.commands.circle, hotkey: 'O' },
  { tool: 'edit', title: texts.commands.edit, hotkey: 'E' },
  { tool: 'measure', title: texts.commands.measure, hotkey: 'shift+M' },
];

/** The id of the command that activates a map tool. */
export function toolCommandId(tool: MapTool): string {
  return `map.tool.${tool}`;
}

/** The commands about map tools and the view. */
export function createMapCommands({ stores, engine }: Pick<App, 'stores' | 'engine'>): readonly Command[] {
  const { layers, ui } = stores;
  // The small map of a review has neither tools nor a legend.
  const isKeyShown = () => isMapInMainColumn(stores);
  return [
    ...tools.map(
      ({ tool, title, hotkey }): Command => ({
        id: toolCommandId(tool),
        title,
        group: 'Map',
        hotkey,
        isKeyShown,
        enabled: () => tool !== 'edit' || ui.getState().selectedAreaId !== null || texts.commands.selectFirst,
        run() {
          ui.getState().setTool(tool);
          // The map handles the keys for drawing (Enter, Backspace, Escape, arrows).
          engine.focus();
        },
      }),
    ),
    {
      id: 'map.type-area',
      title: texts.commands.typeArea,
      group: 'Map',
      hotkey: 'A',
      isKeyShown,
      run: () => ui.getState().openDialog('typed-area'),
    },
    {
      id: 'map.zoom-results',
      title: texts.commands.zoomToResults,
      group: 'Map',
      hotkey: 'H',
      isKeyShown,
      run() {
        engine.zoomToDetections();
      },
    },
    {
      id: 'map.zoom-in',
      title: texts.commands.zoomIn,
      group: 'Map',
      hotkey: 'plus',
      run: () => engine.camera.zoomBy(1),
    },
    {
      id: 'map.zoom-out',
      title: texts.commands.zoomOut,
      group: 'Map',
      hotkey: 'minus',
      run: () => engine.camera.zoomBy(-1),
    },
    {
      id: 'map.north-up',
      title: texts.commands.northUp,
      group: 'Map',
      hotkey: 'shift+R',
      run: () => engine.camera.resetNorth(),
    },
    {
      id: 'map.legend',
      title: texts.commands.legend,
      group: 'Map',
      hotkey: 'shift+L',
      isKeyShown,
      run() {
        const { legendUnfolded, setLegendUnfolded } = layers.getState();
        setLegendUnfolded(!legendUnfolded);
      },
    },
  ];
}
