import { ActionIcon, Menu, Popover, SegmentedControl, Select } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { groupingTexts } from '../../../shared/sites/site-pass-texts.ts';
import {
  type SiteCount,
  type SitePassGrouping,
  sitePassGroupings,
} from '../../../shared/sites/site-series.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock, useUi } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './sites.module.css';
import { texts } from './texts.ts';

/** The button that makes the selected area a site. */
export function AddSite() {
  const { commands } = useApp();
  const isSelected = useUi((state) => state.selectedAreaId !== null);
  return (
    <TextButton disabled={!isSelected} onClick={() => commands.run('sites.open')}>
      {texts.controls.add}
    </TextButton>
  );
}

/** A menu of what is done rarely. */
export function MoreActions({
  actions,
}: {
  readonly actions: readonly {
    readonly title: string;
    readonly run: () => void;
    readonly isDisabled?: boolean;
  }[];
}) {
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon aria-label={texts.controls.more} title={texts.controls.more}>
          <IconDots size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ title, run, isDisabled = false }) => (
          <Menu.Item key={title} disabled={isDisabled} onClick={run}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Options of what is counted and compared, behind a button that names it. `children` are more fields. */
export function CountOptions({ children }: { readonly children?: ReactNode }) {
  const { stores } = useApp();
  const { counted, grouping, isFiltered } = useDock((state) => state.sites);
  const { changeSites } = stores.dock.getState();
  return (
    <Popover position="top-start" trapFocus withinPortal>
      <Popover.Target>
        <TextButton>{texts.controls.options(counted, isFiltered)}</TextButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.options}>
        <SegmentedControl
          aria-label={texts.controls.count}
          data={[
            { value: 'all', label: texts.controls.counted.all },
            { value: 'confirmed', label: texts.controls.counted.confirmed },
          ]}
          value={counted}
          onChange={(value) => changeSites({ counted: value as SiteCount })}
        />
        <SegmentedControl
          aria-label={texts.controls.scope}
          data={[
            { value: 'everything', label: texts.controls.everything },
            { value: 'filtered', label: texts.controls.filtered },
          ]}
          value={isFiltered ? 'filtered' : 'everything'}
          onChange={(value) => changeSites({ isFiltered: value === 'filtered' })}
        />
        <Select
          label={texts.controls.grouping}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={sitePassGroupings.map((value) => ({ value, label: groupingTexts[value] }))}
          value={grouping}
          onChange={(value) => changeSites({ grouping: value as SitePassGrouping, groupKey: null })}
        />
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
