import { IconRadar2, IconSearch } from '@tabler/icons-react';
import { CommandKey } from '../../context/command-key.tsx';
import { useUi } from '../../context/use-stores.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionChip } from './connection-chip.tsx';
import styles from './header.module.css';
import { openPalette } from './palette/open-palette.ts';
import { PanelToggles } from './panel-toggles.tsx';
import { SignedInText } from './signed-in-text.tsx';
import { texts } from './texts.ts';
import { WorkspaceMenu } from './workspace-menu.tsx';

/** The header: workspace, palette, switches of the panels, connection and account. */
export function Header() {
  const isMapFocused = useUi((state) => state.isMapFocused);
  return (
    <header className={styles.header} data-region="header" hidden={isMapFocused}>
      <h1 className={styles.brand}>
        <IconRadar2 size={18} stroke={2} aria-hidden />
        <span className={styles.brandName}>{texts.header.app}</span>
      </h1>
      <WorkspaceMenu />
      <button type="button" className={styles.search} onClick={openPalette}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={styles.searchText}>{texts.header.palette}</span>
        <CommandKey id="view.palette" />
      </button>
      <PanelToggles />
      <SignedInText />
      <ConnectionChip />
      <AccountMenu />
    </header>
  );
}
