import { Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconMapSearch,
  IconMaximize,
  IconPhotoDown,
  IconPointer,
  IconRulerMeasure,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useUi } from '../../context/use-stores.ts';
import components from '../../ui/components.module.css';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import type { ToolbarItem } from '../../ui/toolbar-item.ts';
import styles from './map.module.css';
import { toolCommandId } from './map-commands.ts';
import { texts } from './texts.ts';
import { ToolButton } from './tool-button.tsx';
import { DrawingTools, SelectionTools } from './tool-group.tsx';

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
