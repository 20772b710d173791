import { Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconCircle,
  IconKeyboard,
  IconLasso,
  IconMapSearch,
  IconMarquee2,
  IconMaximize,
  IconPhotoDown,
  IconPointer,
  IconPolygon,
  type IconProps,
  IconRectangle,
  IconRulerMeasure,
  IconVectorSpline,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import type { MapTool } from '../../map/map-types.ts';
import components from '../../ui/components.module.css';
import { DisplayMenu } from './display-menu.tsx';
import styles from './map.module.css';
import { toolCommandId } from './map-commands.ts';

const tools: readonly { readonly tool: MapTool; readonly Icon: ComponentType<IconProps> }[] = [
  { tool: 'select', Icon: IconPointer },
  { tool: 'select-box', Icon: IconMarquee2 },
  { tool: 'lasso', Icon: IconLasso },
  { tool: 'rectangle', Icon: IconRectangle },
  { tool: 'polygon', Icon: IconPolygon },
  { tool: 'circle', Icon: IconCircle },
  { tool: 'edit', Icon: IconVectorSpline },
  { tool: 'measure', Icon: IconRulerMeasure },
];

/** The tools of the map. Each button is a command, with its key in the tip; `children` are buttons of other features. */
export function MapToolbar({ children }: { readonly children: ReactNode }) {
  const current = useUi((state) => state.tool);
  // The selected area determines whether the edit command is enabled.
  useUi((state) => state.selectedAreaId);
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Map tools">
      {tools.map(({ tool, Icon }) => (
        <ToolButton key={tool} commandId={toolCommandId(tool)} Icon={Icon} isPressed={current === tool} />
      ))}
      <ToolButton commandId="map.type-area" Icon={IconKeyboard} />
      <ToolButton commandId="map.zoom-results" Icon={IconMaximize} />
      <ToolButton commandId="map.go-to" Icon={IconMapSearch} />
      {children}
      <ToolButton commandId="map.picture" Icon={IconPhotoDown} />
      <DisplayMenu />
    </div>
  );
}

function ToolButton({
  commandId,
  Icon,
  isPressed,
}: {
  readonly commandId: string;
  readonly Icon: ComponentType<IconProps>;
  /** Set for tools: whether the tool is active. */
  readonly isPressed?: boolean;
}) {
  const { commands } = useApp();
  const command = commands.byId(commandId);
  if (!command) throw new Error(`The toolbar needs the command "${commandId}".`);
  const enabled = command.enabled?.() ?? true;
  const key = command.hotkey ? ` (${command.hotkey})` : '';
  return (
    <Tooltip label={enabled === true ? `${command.title}${key}` : `${command.title}: ${enabled}`}>
      <UnstyledButton
        className={components.tool}
        aria-label={command.title}
        aria-keyshortcuts={command.hotkey}
        aria-disabled={enabled !== true}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        onClick={() => commands.run(commandId)}
      >
        <Icon size={17} stroke={1.7} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
