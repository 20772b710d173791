import { Menu, Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { useMergedRef, useRovingIndex } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconChevronDown,
  IconCircle,
  IconDots,
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
import { useTipWithKey } from '../../context/command-key.tsx';
import { usePlaces, useUi } from '../../context/use-stores.ts';
import type { MapTool } from '../../map/map-types.ts';
import components from '../../ui/components.module.css';
import { HotkeyText } from '../../ui/hotkey-text.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import type { ToolbarItem } from '../../ui/toolbar-item.ts';
import styles from './map.module.css';
import { toolCommandId } from './map-commands.ts';
import { texts } from './texts.ts';

/** The number of buttons that are always there, and with those behind the last. */
const buttonCount = { few: 5, all: 12 } as const;

/**
 * The tools of the map: one tab stop, in which arrow keys move. Each button is a command, with its key in the tip;
 * `bookmarks` is the button of another feature.
 */
export function MapToolbar({ bookmarks }: { readonly bookmarks: (item: ToolbarItem) => ReactNode }) {
  const current = useUi((state) => state.tool);
  // The selected area determines whether the edit command is enabled.
  useUi((state) => state.selectedAreaId);
  const [isExpanded, setExpanded] = useState(false);
  const hasAll = usePlaces((state) => state.bookmarksOpen) || isExpanded;
  const { getItemProps } = useRovingIndex({ total: hasAll ? buttonCount.all : buttonCount.few });
  const item = (index: number) => getItemProps({ index });
  // What selects and what draws: the tool of the kind that was used last.
  const selection = useShownTool(selectionTools, boxTool);
  const lastDrawing = useShownTool(drawingTools, polygonTool);
  // Editing needs a selected area, so that it is not what the button offers later.
  const drawing = current === 'edit' ? editTool : lastDrawing;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={texts.toolbar.label}>
      <ToolButton
        item={item(0)}
        commandId={toolCommandId('select')}
        Icon={IconPointer}
        isPressed={current === 'select'}
      />
      <ToolButton
        item={item(1)}
        commandId={toolCommandId(selection.tool)}
        Icon={selection.Icon}
        isPressed={current === selection.tool}
      />
      <ToolButton
        item={item(2)}
        commandId={toolCommandId(drawing.tool)}
        Icon={drawing.Icon}
        isPressed={current === drawing.tool}
      />
      <ToolButton
        item={item(3)}
        commandId={toolCommandId('measure')}
        Icon={IconRulerMeasure}
        isPressed={current === 'measure'}
      />
      <MoreButton item={item(4)} isOpen={hasAll} onToggle={() => setExpanded(!hasAll)} />
      {/* Hidden rather than absent: bookmarks have keys. */}
      <span className={styles.moreTools} hidden={!hasAll}>
        <span className={styles.separator} aria-hidden />
        <ToolMenu item={item(5)} label={texts.toolbar.selection} Icon={IconLasso}>
          {(run) =>
            selectionTools.map(({ tool, Icon }) => (
              <CommandItem key={tool} commandId={toolCommandId(tool)} Icon={Icon} run={run} />
            ))
          }
        </ToolMenu>
        <ToolMenu item={item(6)} label={texts.toolbar.drawing} Icon={IconRectangle}>
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
        </ToolMenu>
        <ToolButton item={item(7)} commandId="map.zoom-results" Icon={IconMaximize} />
        <ToolButton item={item(8)} commandId="map.go-to" Icon={IconMapSearch} />
        {bookmarks(item(9))}
        <ToolButton item={item(10)} commandId="map.picture" Icon={IconPhotoDown} />
        <DisplayMenu item={item(11)} />
      </span>
    </div>
  );
}

/** Shows the tools that few need at once, or hides them. */
function MoreButton({
  item,
  isOpen,
  onToggle,
}: {
  readonly item: ToolbarItem;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <Tooltip label={texts.toolbar.more}>
      <UnstyledButton
        {...item}
        className={components.tool}
        aria-label={texts.toolbar.more}
        aria-expanded={isOpen}
        onClick={(event) => {
          item.onClick(event);
          onToggle();
        }}
      >
        <IconDots size={17} stroke={1.7} aria-hidden />
      </UnstyledButton>
    </Tooltip>
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

const boxTool: Tool = { tool: 'select-box', Icon: IconMarquee2 };
const polygonTool: Tool = { tool: 'polygon', Icon: IconPolygon };
const selectionTools = [boxTool, { tool: 'lasso', Icon: IconLasso }] as const satisfies readonly Tool[];
const drawingTools = [
  polygonTool,
  { tool: 'rectangle', Icon: IconRectangle },
  { tool: 'circle', Icon: IconCircle },
] as const satisfies readonly Tool[];
const editTool: Tool = { tool: 'edit', Icon: IconVectorSpline };

/** The active tool of the group, else the one that was active last. */
function useShownTool(tools: readonly Tool[], initial: Tool): Tool {
  const active = useUi((state) => tools.find(({ tool }) => tool === state.tool));
  const [last, setLast] = useState(initial);
  if (active && active !== last) setLast(active);
  return active ?? last;
}

/** A button of the toolbar that opens a menu of tools of one kind. */
function ToolMenu({
  item,
  label,
  Icon,
  children,
}: {
  readonly item: ToolbarItem;
  readonly label: string;
  readonly Icon: ComponentType<IconProps>;
  readonly children: (run: (commandId: string) => void) => ReactNode;
}) {
  const { commands } = useApp();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const buttonRef = useMergedRef(item.ref, button);
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
    // A chosen tool gives the focus to the map, which must keep it: only Escape returns it to the button.
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      returnFocus={false}
      closeOnEscape={false}
    >
      <Menu.Target>
        <UnstyledButton
          {...item}
          ref={buttonRef}
          className={components.tool}
          aria-label={label}
          title={label}
          // The menu takes the focus a moment after it has opened.
          onKeyDown={(event) => {
            closeByKey(event);
            item.onKeyDown(event);
          }}
        >
          <Icon size={17} stroke={1.7} aria-hidden />
          <IconChevronDown size={9} stroke={2} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={label} onKeyDownCapture={closeByKey}>
        {children(run)}
      </Menu.Dropdown>
    </Menu>
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

/** A button of the map that runs a command; its tip has the command's key, or why it is disabled. */
function ToolButton({
  commandId,
  Icon,
  isPressed,
  item,
}: {
  readonly commandId: string;
  readonly Icon: ComponentType<IconProps>;
  /** Set for tools: whether the tool is active. */
  readonly isPressed?: boolean;
  readonly item: ToolbarItem;
}) {
  const { commands } = useApp();
  const command = commands.byId(commandId);
  if (!command) throw new Error(`The toolbar needs the command "${commandId}".`);
  const enabled = command.enabled?.() ?? true;
  const tip = useTipWithKey(command.title, commandId);
  return (
    <Tooltip label={enabled === true ? tip : `${command.title}: ${enabled}`}>
      <UnstyledButton
        {...item}
        className={components.tool}
        aria-label={command.title}
        aria-keyshortcuts={command.hotkey}
        aria-disabled={enabled !== true}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        onClick={(event) => {
          item.onClick(event);
          commands.run(commandId);
        }}
      >
        <Icon size={17} stroke={1.7} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
