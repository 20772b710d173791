import { ActionIcon, Menu } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { readExpressions } from './expression-history.ts';
import styles from './filter.module.css';

/** The expressions that were used before, to be used again. */
export function ExpressionHistoryMenu({ onChoose }: { readonly onChoose: (expression: string) => void }) {
  const [kept, setKept] = useState<readonly string[]>([]);
  return (
    <Menu position="top-end" onOpen={() => setKept(readExpressions())}>
      <Menu.Target>
        <ActionIcon aria-label="Expressions used before" size={28}>
          <IconHistory size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.history}>
        {kept.length === 0 ? <Menu.Label>No expression was used yet.</Menu.Label> : null}
        {kept.map((expression) => (
          <Menu.Item key={expression} onClick={() => onChoose(expression)}>
            {expression}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
