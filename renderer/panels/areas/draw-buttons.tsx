import { Button } from '@mantine/core';
import { IconCircle, IconPolygon, IconRectangle } from '@tabler/icons-react';
import { useApp } from '../../app/app-context.tsx';
import { useUi } from '../../app/use-stores.ts';
import styles from './areas.module.css';

const tools = [
  { tool: 'polygon', label: 'Polygon', Icon: IconPolygon },
  { tool: 'rectangle', label: 'Rectangle', Icon: IconRectangle },
  { tool: 'circle', label: 'Circle', Icon: IconCircle },
] as const;

/** Takes up a tool that draws a new area on the map; pressing it again puts the tool down. */
export function DrawButtons() {
  const { stores } = useApp();
  const current = useUi((state) => state.tool);
  return (
    <fieldset className={styles.draw} aria-label="Draw a new area">
      {tools.map(({ tool, label, Icon }) => (
        <Button
          key={tool}
          px={8}
          leftSection={<Icon size={14} />}
          aria-pressed={current === tool}
          color={current === tool ? 'accent' : 'gray'}
          onClick={() => stores.ui.getState().setTool(current === tool ? 'select' : tool)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
