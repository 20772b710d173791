import { Menu, Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { useMergedRef, useRovingIndex } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconChevronDown,
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
import { type ComponentType, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import type { MapTool } from '../../map/map-types.ts';
import components from '../../ui/components.module.css';
import { HotkeyText } from '../../ui/hotkey-text.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import type { ToolbarItem } from '../../ui/toolbar-item.ts';
import styles from './map.module.css';
import { toolCommandId } from './map-commands.ts';
import { texts } from './texts.ts';
import { ToolButton } from './tool-button.tsx';

/** The number of buttons below. */
const buttonCount = 11;

/**
 * The tools of the map: one tab stop, in which arrow keys move. Each button is a command, with its key in the tip;
 * `bookmarks` is the button of another feature.
 */
export function MapToolbar({ bookmarks }: { readonly bookmarks: (item: ToolbarItem) => ReactNode }) {
  const current = useUi((state) => state.tool);
  // The selected area determines whether the edit command is enabled.
  useUi((state) => state.selectedAreaId);
  const { getItemProps } = useRovingIndex({ total: buttonCount });
  const item = (index: number) => getItemProps({ index });
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={texts.toolbar.label}>
      <ToolButton
        item={item(0)}
        commandId={toolCommandId('select')}
        Icon={IconPointer}
        isPressed={current === 'select'}
      />
      <SelectionTools items={[item(1), item(2)]} />
      <DrawingTools items={[item(3), item(4)]} />
      <ToolButton
        item={item(5)}
        commandId={toolCommandId('measure')}
        Icon={IconRulerMeasure}
        isPressed={current === 'measure'}
      />
      <span className={styles.separator} aria-hidden />
      <ToolButton item={item(6)} commandId="map.zoom-results" Icon={IconMaximize} />
      <ToolButton item={item(7)} commandId="map.go-to" Icon={IconMapSearch} />
      {bookmarks(item(8))}
      <ToolButton item={item(9)} commandId="map.picture" Icon={IconPhotoDown} />
      <DisplayMenu item={item(10)} />
    </div>
  );
}

const SymbologyForm = lazyComponent(
  async () => (await import('./symbology-form.tsx')).SymbologyForm,
  <LoadingState label={texts.symbology.loading} />,
);

/** Symbology on the map: points or density, colors, sizes, headings, labels. */
function DisplayMenu({ item }: { readonly item: ToolbarItem }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus width={270}>
      <Popover.Target>
        <Tooltip label={texts.symbology.title}>
          <UnstyledButton
            {...item}
            className={components.tool}
            aria-label={texts.symbology.title}
            onClick={(event) => {
              item.onClick(event);
              setOpen(!isOpen);
            }}
          >
            <IconAdjustmentsHorizontal size={17} stroke={1.7} aria-hidden />
          </UnstyledButton>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.symbology.title}>
        <SymbologyForm />
      </Popover.Dropdown>
    </Popover>
  );
}

type Tool = { readonly tool: MapTool; readonly Icon: ComponentType<IconProps> };
type GroupProps = { readonly items: readonly [ToolbarItem, ToolbarItem] };

const boxTool: Tool = { tool: 'select-box', Icon: IconMarquee2 };
const polygonTool: Tool = { tool: 'polygon', Icon: IconPolygon };
const selectionTools = [boxTool, { tool: 'lasso', Icon: IconLasso }] as const satisfies readonly Tool[];
const drawingTools = [
  polygonTool,
  { tool: 'rectangle', Icon: IconRectangle },
  { tool: 'circle', Icon: IconCircle },
] as const satisfies readonly Tool[];
const editTool: Tool = { tool: 'edit', Icon: IconVectorSpline };

/** The tools that select detections: the one used last, and a menu of all. */
function SelectionTools({ items }: GroupProps) {
  const shown = useShownTool(selectionTools, boxTool);
  return (
    <ToolGroup items={items} label={texts.toolbar.selection} shown={shown}>
      {(run) =>
        selectionTools.map(({ tool, Icon }) => (
          <CommandItem key={tool} commandId={toolCommandId(tool)} Icon={Icon} run={run} />
        ))
      }
    </ToolGroup>
  );
}

/** The tools that draw and edit areas: the one used last, and a menu of all. */
function DrawingTools({ items }: GroupProps) {
  const drawing = useShownTool(drawingTools, polygonTool);
  // Editing needs a selected area, so that it is not what the button offers later.
  const isEditing = useUi((state) => state.tool === 'edit');
  return (
    <ToolGroup items={items} label={texts.toolbar.drawing} shown={isEditing ? editTool : drawing}>
      {(run) => (
        <>
          {drawingTools.map(({ tool, Icon }) => (
            <CommandItem key={tool} commandId={toolCommandId(tool)} Icon={Icon} run={run} />
          ))}
          <CommandItem commandId="map.type-area" Icon={IconKeyboard} run={run} />
          <Menu.Divider />
          <CommandItem commandId={toolCommandId('edit')} Icon={editTool.Icon} run={run} />
        </>
      )}
    </ToolGroup>
  );
}

/** The active tool of the group, else the one that was active last. */
function useShownTool(tools: readonly Tool[], initial: Tool): Tool {
  const active = useUi((state) => tools.find(({ tool }) => tool === state.tool));
  const [last, setLast] = useState(initial);
  if (active && active !== last) setLast(active);
  return active ?? last;
}

function ToolGroup({
  items: [buttonItem, menuItem],
  label,
  shown,
  children,
}: GroupProps & {
  readonly label: string;
  readonly shown: Tool;
  readonly children: (run: (commandId: string) => void) => ReactNode;
}) {
  const { commands } = useApp();
  const current = useUi((state) => state.tool);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const buttonRef = useMergedRef(menuItem.ref, button);
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    // Otherwise the same key press would also drop the active tool.
    event.preventDefault();
    setOpen(false);
    button.current?.focus();
  };
  const run = (commandId: string) => {
    setOpen(false);
    commands.run(commandId);
  };
  return (
    <>
      <ToolButton
        item={buttonItem}
        commandId={toolCommandId(shown.tool)}
        Icon={shown.Icon}
        isPressed={current === shown.tool}
      />
      {/* A chosen tool gives the focus to the map, which must keep it: only Escape returns it to the button. */}
      <Menu
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        returnFocus={false}
        closeOnEscape={false}
      >
        <Menu.Target>
          <UnstyledButton
            {...menuItem}
            ref={buttonRef}
            className={styles.more}
            aria-label={label}
            title={label}
            // The menu takes the focus a moment after it has opened.
            onKeyDown={(event) => {
              closeByKey(event);
              menuItem.onKeyDown(event);
            }}
          >
            <IconChevronDown size={11} stroke={2} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown aria-label={label} onKeyDownCapture={closeByKey}>
          {children(run)}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function CommandItem({
  commandId,
  Icon,
  run,
}: {
  readonly commandId: string;
  readonly Icon: ComponentType<IconProps>;
  readonly run: (commandId: string) => void;
}) {
  const { commands } = useApp();
  const command = commands.byId(commandId);
  if (!command) throw new Error(`The toolbar needs the command "${commandId}".`);
  const enabled = command.enabled?.() ?? true;
  return (
    <Menu.Item
      leftSection={<Icon size={15} aria-hidden />}
      rightSection={command.hotkey ? <HotkeyText hotkey={command.hotkey} /> : null}
      disabled={enabled !== true}
      closeMenuOnClick={false}
      onClick={() => run(commandId)}
    >
      {command.title}
      {enabled === true ? null : <div className={styles.menuNote}>{enabled}</div>}
    </Menu.Item>
  );
}
