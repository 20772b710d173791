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
} from '@tabler/icons-react';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import type { PanelName } from '../../stores/ui-store.ts';
import styles from './rail.module.css';

const panels: readonly { readonly name: PanelName; readonly label: string; readonly Glyph: Icon }[] = [
  { name: 'orders', label: 'Orders', Glyph: IconListDetails },
  { name: 'areas', label: 'Areas', Glyph: IconPolygon },
  { name: 'results', label: 'Results', Glyph: IconTargetArrow },
  { name: 'review', label: 'Review', Glyph: IconCheck },
  { name: 'layers', label: 'Layers', Glyph: IconStack2 },
  { name: 'settings', label: 'Settings', Glyph: IconSettings },
];

/** The narrow bar at the left that chooses the side panel. */
export function Rail() {
  const { commands, stores } = useApp();
  const current = useUi((state) => state.panel);
  return (
    <nav className={styles.rail} aria-label="Panels">
      {panels.map(({ name, label, Glyph }, index) => (
        <Tooltip key={name} label={`${label} (${index + 1})`} position="right">
          <button
            type="button"
            className={styles.item}
            aria-current={current === name ? 'page' : undefined}
            onClick={() => stores.ui.getState().showPanel(name)}
          >
            <Glyph size={19} stroke={1.5} aria-hidden />
            {label}
          </button>
        </Tooltip>
      ))}
      <span className="grow" />
      <Tooltip label="Keyboard shortcuts (?)" position="right">
        <button type="button" className={styles.item} onClick={() => commands.run('help.keys')}>
          <IconHelp size={19} stroke={1.5} aria-hidden />
          Keys
        </button>
      </Tooltip>
    </nav>
  );
}
