import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Shades of the accent colour, dark text on the sixth. */
const accent: MantineColorsTuple = [
  '#e3fafd',
  '#cdf1f6',
  '#a7e6f0',
  '#7fd8e6',
  '#5ecddd',
  '#4cc2d4',
  '#4cc2d4',
  '#35a3b4',
  '#21404a',
  '#12303a',
];

/** Text to background, in the order that Mantine's dark scheme expects. */
const dark: MantineColorsTuple = [
  '#dbe3ea',
  '#c3cdd6',
  '#8896a4',
  '#6c7a88',
  '#2a333d',
  '#232b34',
  '#1d242c',
  '#161b21',
  '#0f1317',
  '#0a0d10',
];

const dense = { size: 'xs' } as const;

/** The dense dark theme of the workspace. Its colours are also CSS variables, in `base.css`. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 5,
  autoContrast: true,
  colors: { accent, dark },
  fontFamily: 'Inter, "Noto Sans", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono", "Noto Sans Mono", ui-monospace, monospace',
  fontSizes: { xs: '13px', sm: '13px', md: '13px', lg: '14px', xl: '16px' },
  spacing: { xs: '6px', sm: '9px', md: '12px', lg: '16px', xl: '22px' },
  radius: { xs: '3px', sm: '5px', md: '6px', lg: '7px', xl: '9px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { ...dense, variant: 'default' } },
    ActionIcon: { defaultProps: { size: 'sm', variant: 'subtle', color: 'dark.2' } },
    TextInput: { defaultProps: dense },
    PasswordInput: { defaultProps: dense },
    NumberInput: { defaultProps: dense },
    Textarea: { defaultProps: dense },
    Select: { defaultProps: { ...dense, withCheckIcon: false } },
    MultiSelect: { defaultProps: dense },
    Autocomplete: { defaultProps: dense },
    TagsInput: { defaultProps: dense },
    Checkbox: { defaultProps: dense },
    Radio: { defaultProps: dense },
    Switch: { defaultProps: dense },
    SegmentedControl: { defaultProps: dense },
    Modal: { defaultProps: { centered: true, radius: 'lg', transitionProps: { duration: 0 } } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: true, color: 'dark.6' } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 } } },
  },
});
