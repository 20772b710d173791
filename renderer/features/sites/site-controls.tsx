import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SiteCount } from '../../../shared/sites/site-series.ts';
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

/** The controls of both views: what is counted, and `children` before and `actions` after it. */
export function SiteControls({
  children,
  actions,
}: {
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  const { commands, stores } = useApp();
  const { counted, isFiltered } = useDock((state) => state.sites);
  const { changeSites } = stores.dock.getState();
  return (
    <div className={styles.controls}>
      {children}
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
      <span className="grow" />
      {actions}
      <TextButton onClick={() => commands.run('sites.save-csv')}>{texts.controls.saveCsv}</TextButton>
    </div>
  );
}
