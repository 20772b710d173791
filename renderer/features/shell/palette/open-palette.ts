import { openSpotlight } from '@mantine/spotlight';
import { flushSync } from 'react-dom';

/** Opens the palette. Its field has the focus at once, so that letters typed right after the key are not lost. */
export function openPalette(): void {
  flushSync(openSpotlight);
}
