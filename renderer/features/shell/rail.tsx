import { Tooltip } from '@mantine/core';
import {
  type Icon,
  IconBell,
  IconCheck,
  IconCloudDownload,
  IconHelp,
  IconSettings,
  IconShare2,
  IconStack2,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { watchUnreadQuery } from '../../api/live-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession, useUi } from '../../context/use-stores.ts';
import { isDrawer, isPanelShown } from '../../stores/panel-layout.ts';
import type { PanelName } from '../../stores/ui-store.ts';
import { isGetSection } from './get-sections.tsx';
import styles from './rail.module.css';
import { texts } from './texts.ts';

type RailPanel = { readonly name: PanelName; readonly label: string; readonly Glyph: Icon };

const layersPanel: RailPanel = { name: 'layers', label: texts.panels.layers, Glyph: IconStack2 };
const watchPanel: RailPanel = { name: 'watch', label: texts.panels.watch, Glyph: IconBell };

/** Shown once a team database is set. */
const teamPanel: RailPanel = { name: 'team', label: texts.panels.team, Glyph: IconUsers };

/** The keys of panels; 1 to 3 show the panels of “Get”, 6 the settings. */
const keyOf: Readonly<Partial<Record<PanelName, number>>> = { review: 4, layers: 5, watch: 7 };
const maxBadge = 99;

/** The narrow bar at the left that chooses the side panel. */
export function Rail() {
  const { commands, stores, queries } = useApp();
  const hasTeam = useQuery(queries.team.state.queryOptions()).data?.settings != null;
  const unread = useQuery(watchUnreadQuery(queries)).data?.unread ?? 0;
  const hasWorkspace = useSession(({ session }) => (session?.workspace ?? 'none') !== 'none');
  const rules = useQuery(queries.watch.list.queryOptions(undefined, { enabled: hasWorkspace })).data;
  const hasRules = unread > 0 || (rules !== undefined && rules.rules.length + rules.unreadable > 0);
  const current = useUi((state) => state.panel);
  const isOpen = useUi((state) => isPanelShown(state, 'side'));
  const isMapFocused = useUi((state) => state.isMapFocused);
  const choose = (name: PanelName) => {
    const ui = stores.ui.getState();
    if (name === current && isOpen) ui.setPanelOpen('side', false);
    else ui.showPanel(name);
  };
  const isGet = isGetSection(current);
  const onKeyDown = (event: KeyboardEvent) => {
    const ui = stores.ui.getState();
    // The focus stays on the button that has opened the panel over the map.
    if (event.key === 'Escape' && isDrawer('side', ui.windowSize)) ui.setPanelOpen('side', false);
  };
  const panelButton = ({ name, label, Glyph }: RailPanel) => (
    <RailButton
      key={name}
      label={label}
      tip={keyOf[name] === undefined ? label : `${label} (${keyOf[name]})`}
      badge={name === 'watch' && unread > 0 ? unread : undefined}
      Glyph={Glyph}
      aria-current={current === name ? 'page' : undefined}
      aria-expanded={current === name && isOpen}
      onClick={() => choose(name)}
    />
  );
  return (
    <nav
      className={styles.rail}
      aria-label={texts.rail.label}
      data-region="rail"
      hidden={isMapFocused}
      onKeyDown={onKeyDown}
    >
      <RailButton
        label={texts.panels.get}
        tip={texts.panels.getHint}
        Glyph={IconCloudDownload}
        aria-current={isGet ? 'page' : undefined}
        aria-expanded={isGet && isOpen}
        onClick={() => choose('results')}
      />
      {panelButton({ name: 'review', label: texts.panels.review, Glyph: IconCheck })}
      {panelButton({ name: 'hand-on', label: texts.panels.handOn, Glyph: IconShare2 })}
      <span className={styles.line} aria-hidden />
      {[
        layersPanel,
        ...(hasRules || current === 'watch' ? [watchPanel] : []),
        ...(hasTeam ? [teamPanel] : []),
      ].map(panelButton)}
      <span className="grow" />
      <RailButton
        label={texts.rail.settings}
        tip={texts.rail.settingsHint}
        Glyph={IconSettings}
        onClick={() => commands.run('settings.open')}
      />
      <RailButton
        label={texts.rail.help}
        tip={texts.rail.helpHint}
        Glyph={IconHelp}
        onClick={() => commands.run('help.guide')}
      />
    </nav>
  );
}

/** A button of the rail. A click hides its tip until the pointer comes again: it would cover what the click opens. */
function RailButton({
  label,
  tip,
  Glyph,
  badge,
  onClick,
  ...state
}: {
  readonly label: string;
  readonly tip: string;
  readonly Glyph: Icon;
  /** Number of what is unread. */
  readonly badge?: number | undefined;
  readonly onClick: () => void;
  readonly 'aria-current'?: 'page' | undefined;
  readonly 'aria-expanded'?: boolean;
}) {
  const [isClicked, setClicked] = useState(false);
  return (
    <Tooltip label={tip} position="right" disabled={isClicked}>
      <button
        type="button"
        className={styles.item}
        aria-label={badge === undefined ? undefined : texts.panels.unread(label, badge)}
        {...state}
        onPointerEnter={() => setClicked(false)}
        onClick={() => {
          setClicked(true);
          onClick();
        }}
      >
        <Glyph size={20} stroke={1.5} aria-hidden />
        <span className={styles.label}>{label}</span>
        {badge === undefined ? null : (
          <span className={styles.badge} data-count={badge > maxBadge ? `${maxBadge}+` : badge} />
        )}
      </button>
    </Tooltip>
  );
}
