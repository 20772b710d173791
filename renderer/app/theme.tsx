import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  MantineProvider,
  virtualColor,
} from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { colorSchemeOf, watchColorScheme } from '../stores/color-scheme.ts';
import type { Stores } from '../stores/stores.ts';
import { type ColorScheme, designTokens, tokenVariables } from '../ui/design-tokens.ts';
import { RowHeight } from '../ui/table/row-height.ts';

/** Shades of the accent color, for dark text on the sixth. */
const accentOnDark: MantineColorsTuple = [
  '#e3fafd',
  '#cdf1f6',
  '#a7e6f0',
  '#7fd8e6',
  '#5ecddd',
  '#4cc2d4',
  '#4cc2d4',
  '#35a3b4',
  '#1c3a44',
  '#12303a',
];

/** Shades of the accent color, for white text on the seventh. */
const accentOnLight: MantineColorsTuple = [
  '#ecf8fa',
  '#d6eef2',
  '#aadde5',
  '#79c8d4',
  '#43aabb',
  '#1b8b9d',
  '#0d7688',
  '#0a6d7d',
  '#0a4f5b',
  '#073c45',
];

/** Shades of the color of errors and of commands that delete. */
const redOnDark: MantineColorsTuple = [
  '#fdeeee',
  '#fadcdc',
  '#f7c4c4',
  '#f5b0b0',
  '#f39898',
  '#f08080',
  '#f08080',
  '#d96b6b',
  '#5a2a2a',
  '#3d1d1d',
];

const redOnLight: MantineColorsTuple = [
  '#fdf0ef',
  '#fae0de',
  '#f2b8b4',
  '#e88f89',
  '#db625a',
  '#c63d34',
  '#b3261e',
  '#9d2019',
  '#7f1712',
  '#5f110d',
];

/** Text to background, in the order that Mantine's dark scheme expects. */
const dark: MantineColorsTuple = [
  '#dbe3ea',
  '#c3cdd6',
  '#94a2b0',
  '#657484',
  '#2a333d',
  '#232b34',
  '#1d242c',
  '#161b21',
  '#0f1317',
  '#0a0d10',
];

const dense = { size: 'xs' } as const;

/** Selects the text of a field that searches its choices: what is typed would otherwise continue the chosen one. */
function selectText({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
  if (!currentTarget.readOnly) currentTarget.select();
}

/** The dense theme of the workspace. Its colors are CSS variables too, see `design-tokens.ts`. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { dark: 5, light: 6 },
  autoContrast: true,
  colors: {
    accentOnDark,
    accentOnLight,
    accent: virtualColor({ name: 'accent', dark: 'accentOnDark', light: 'accentOnLight' }),
    redOnDark,
    redOnLight,
    red: virtualColor({ name: 'red', dark: 'redOnDark', light: 'redOnLight' }),
    dark,
  },
  fontFamily: '"Inter Variable", Inter, "Noto Sans", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono", "Noto Sans Mono", ui-monospace, monospace',
  fontSizes: { xs: '13px', sm: '13px', md: '13px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '20px', sm: '20px', md: '20px', lg: '20px', xl: '26px' },
  spacing: { xs: '6px', sm: '8px', md: '12px', lg: '14px', xl: '22px' },
  radius: { xs: '4px', sm: '4px', md: '6px', lg: '8px', xl: '8px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { ...dense, variant: 'default' } },
    ActionIcon: { defaultProps: { size: 'sm', variant: 'subtle', color: 'var(--muted)' } },
    TextInput: { defaultProps: dense },
    PasswordInput: { defaultProps: dense },
    NumberInput: { defaultProps: dense },
    Textarea: { defaultProps: dense },
    Select: { defaultProps: { ...dense, withCheckIcon: false, onClick: selectText, onFocus: selectText } },
    MultiSelect: { defaultProps: dense },
    Autocomplete: { defaultProps: dense },
    TagsInput: { defaultProps: dense },
    Checkbox: { defaultProps: dense },
    Radio: { defaultProps: dense },
    Switch: { defaultProps: dense },
    SegmentedControl: { defaultProps: dense },
    Modal: { defaultProps: { centered: true, radius: 'lg', transitionProps: { duration: 0 } } },
    ModalCloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: true, color: 'var(--raised)' } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 } } },
  },
});

/** The design tokens as CSS variables, also where Mantine has its own variable for the same purpose. */
const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  dark: schemeVariables('dark'),
  light: schemeVariables('light'),
});

function schemeVariables(scheme: ColorScheme): Record<string, string> {
  return {
    ...tokenVariables(scheme),
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-body': 'var(--panel)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-disabled': 'var(--panel)',
    '--mantine-color-disabled-color': 'var(--muted)',
    '--mantine-color-disabled-border': 'var(--line)',
  };
}

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
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      // Mantine paints its first frame with this one.
      defaultColorScheme={scheme}
    >
      {/* Electron and browsers color the frame of the window with it. */}
      <meta name="theme-color" content={designTokens[scheme].bg} />
      <RowHeight value={rowHeights[density]}>{children()}</RowHeight>
    </MantineProvider>
  );
}
