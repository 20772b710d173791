import { Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import components from '../../ui/components.module.css';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import type { ToolbarItem } from '../../ui/toolbar-item.ts';
import { texts } from './texts.ts';

const SymbologyForm = lazyComponent(
  async () => (await import('./symbology-form.tsx')).SymbologyForm,
  <LoadingState label={texts.symbology.loading} />,
);

/** Symbology on the map: points or density, colors, sizes, headings, labels. */
export function DisplayMenu({ item }: { readonly item: ToolbarItem }) {
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
