import { MantineProvider } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { colorSchemeOf, watchColorScheme } from '../stores/color-scheme.ts';
import type { Stores } from '../stores/stores.ts';
import { designTokens } from '../ui/design-tokens.ts';
import { RowHeight } from '../ui/table/row-height.ts';
import { cssVariables, theme } from './theme.ts';

const rowHeights = { comfortable: 28, compact: 24 } as const;

/**
 * Applies the theme and the formats of the settings. `children` is called again when they change, since every screen
 * shows values in their units.
 */
export function SettingsProvider({
  settings,
  children,
}: {
  readonly settings: Stores['settings'];
  readonly children: () => ReactNode;
}) {
  const { density } = useStore(settings);
  const scheme = useSyncExternalStore(
    (onChange) => watchColorScheme(settings, onChange),
    () => colorSchemeOf(settings.getState()),
  );
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      {/* Electron and browsers color the frame of the window with it. */}
      <meta name="theme-color" content={designTokens[scheme].bg} />
      <RowHeight value={rowHeights[density]}>{children()}</RowHeight>
    </MantineProvider>
  );
}
