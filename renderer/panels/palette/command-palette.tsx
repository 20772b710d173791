import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { PaletteActions } from './palette-actions.tsx';

/** Ctrl K: every command, and what is found among orders, areas and detections. */
export function CommandPalette() {
  const [query, setQuery] = useState('');
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      centered={false}
      yOffset="10vh"
      maxHeight={460}
      aria-label="Command palette"
      overlayProps={{ backgroundOpacity: 0.5, blur: 0 }}
    >
      <Spotlight.Search
        placeholder="Search commands, orders, areas, a detection’s number…"
        aria-label="Search commands, orders and areas"
        leftSection={<IconSearch size={16} stroke={1.5} />}
      />
      <Spotlight.ActionsList>
        <PaletteActions query={query} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
