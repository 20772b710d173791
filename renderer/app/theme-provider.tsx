import { MantineProvider } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { colorSchemeOf, watchColorScheme } from '../stores/color-scheme.ts';
import type { Stores } from '../stores/stores.ts';
import { designTokens } from '../ui/design-tokens.ts';
import { cssVariables, theme } from './theme.ts';

/** Mantine's theme in the color scheme of the settings. */
export function ThemeProvider({
  settings,
  children,
}: {
  readonly settings: Stores['settings'];
  readonly children: ReactNode;
}) {
  const scheme = useSyncExternalStore(
    (onChange) => watchColorScheme(settings, onChange),
    () => colorSchemeOf(settings.getState()),
  );
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      {/* Electron and browsers color the frame of the window with it. */}
      <meta name="theme-color" content={designTokens[scheme].bg} />
      {children}
    </MantineProvider>
  );
}
