import { Tooltip } from '@mantine/core';
import {
  type Icon,
  IconCheck,
  IconHelp,
  IconListDetails,
  IconPolygon,
  IconSettings,
  IconStack2,
  IconTargetArrow,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { teamQuery } from '../../api/live-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import { isDrawer, isPanelShown } from '../../stores/panel-layout.ts';
import type { PanelName } from '../../stores/ui-store.ts';
import styles from './rail.module.css';
import { texts } from './texts.ts';

type RailPanel = { readonly name: PanelName; readonly label: string; readonly Glyph: Icon };

const panels: readonly RailPanel[] = [
  { name: 'orders', label: texts.panels.orders, Glyph: IconListDetails },
  { name: 'areas', label: texts.panels.areas, Glyph: IconPolygon },
  { name: 'results', label: texts.panels.results, Glyph: IconTargetArrow },
  { name: 'review', label: texts.panels.review, Glyph: IconCheck },
  { name: 'layers', label: texts.panels.layers, Glyph: IconStack2 },
];

/** Shown once a team database is set. */
const teamPanel: RailPanel = { name: 'team', label: texts.panels.team, Glyph: IconUsers };

/** The narrow bar at the left that chooses the side panel. */
export function Rail() {
  const { api, commands, stores } = useApp();
  const hasTeam = useQuery(teamQuery(api)).data?.settings != null;
  const current = useUi((state) => state.panel);
  const isOpen = useUi((state) => isPanelShown(state, 'side'));
  const isMapFocused = useUi((state) => state.isMapFocused);
  const choose = (name: PanelName) => {
    const ui = stores.ui.getState();
    if (name === current && isOpen) ui.setPanelOpen('side', false);
    else ui.showPanel(name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const ui = stores.ui.getState();
    // The focus stays on the button that has opened the panel over the map.
    if (event.key === 'Escape' && isDrawer('side', ui.windowSize)) ui.setPanelOpen('side', false);
  };
  return (
    <nav
      className={styles.rail}
      aria-label={texts.rail.label}
      data-region="rail"
      hidden={isMapFocused}
      onKeyDown={onKeyDown}
    >
      {(hasTeam ? [...panels, teamPanel] : panels).map(({ name, label, Glyph }, index) => (
        <Tooltip key={name} label={name === 'team' ? label : `${label} (${index + 1})`} position="right">
          <button
            type="button"
            className={styles.item}
            aria-current={current === name ? 'page' : undefined}
            aria-expanded={current === name && isOpen}
            onClick={() => choose(name)}
          >
            <Glyph size={20} stroke={1.5} aria-hidden />
            <span className={styles.label}>{label}</span>
          </button>
        </Tooltip>
      ))}
      <span className="grow" />
      <Tooltip label={texts.rail.settingsHint} position="right">
        <button type="button" className={styles.item} onClick={() => commands.run('settings.open')}>
          <IconSettings size={20} stroke={1.5} aria-hidden />
          <span className={styles.label}>{texts.rail.settings}</span>
        </button>
      </Tooltip>
      <Tooltip label={texts.rail.helpHint} position="right">
        <button type="button" className={styles.item} onClick={() => commands.run('help.guide')}>
          <IconHelp size={20} stroke={1.5} aria-hidden />
          <span className={styles.label}>{texts.rail.help}</span>
        </button>
      </Tooltip>
    </nav>
  );
}
