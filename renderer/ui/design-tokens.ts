export type ColorScheme = 'dark' | 'light';

/**
 * Colors of the user interface (renderer/ui/README.md), `#rrggbb`; CSS has them as variables of the same names with
 * a dash before each capital letter. `ok` also marks what is confirmed, `bad` what is rejected.
 */
export const designTokens = {
  dark: {
    bg: '#0f1317',
    field: '#0f1317',
    panel: '#161b21',
    raised: '#1d242c',
    hover: '#232b34',
    line: '#2a333d',
    lineSoft: '#222a33',
    fieldBorder: '#657484',
    text: '#dbe3ea',
    muted: '#94a2b0',
    accent: '#4cc2d4',
    accentFill: '#4cc2d4',
    accentText: '#04222a',
    accentSoft: '#1c3a44',
    accentSoftText: '#a7e6f0',
    ok: '#5ec98b',
    warn: '#f0b429',
    bad: '#f08080',
    unsure: '#b9a5ef',
    sea: '#0c1722',
    land: '#26313b',
    casing: '#0a1219',
  },
  light: {
    bg: '#e9edf1',
    field: '#ffffff',
    panel: '#ffffff',
    raised: '#f2f5f7',
    hover: '#e8edf1',
    line: '#d5dce2',
    lineSoft: '#e3e8ec',
    fieldBorder: '#77838f',
    text: '#1b242c',
    muted: '#54616d',
    accent: '#0a6d7d',
    accentFill: '#0d7688',
    accentText: '#ffffff',
    accentSoft: '#d6eef2',
    accentSoftText: '#0a4f5b',
    ok: '#1a7443',
    warn: '#855500',
    bad: '#b3261e',
    unsure: '#6539b8',
    sea: '#d3e0e8',
    land: '#f3f1ea',
    casing: '#ffffff',
  },
} as const satisfies Record<ColorScheme, Readonly<Record<string, string>>>;

export type DesignToken = keyof (typeof designTokens)['dark'];

/** The tokens of a scheme as CSS variables, such as `--accent-soft`. */
export function tokenVariables(scheme: ColorScheme): Record<string, string> {
  return Object.fromEntries(
    Object.entries(designTokens[scheme]).map(([name, color]) => [
      `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      color,
    ]),
  );
}
