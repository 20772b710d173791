import { ActionIcon, Menu } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { texts } from '../texts.ts';
import { expressionHistory } from './expression-history.ts';
import styles from './filter.module.css';

/** A menu of recently used expressions. */
export function ExpressionHistoryMenu({ onChoose }: { readonly onChoose: (expression: string) => void }) {
  const expressions = useStore(expressionHistory, (history) => history.expressions);
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon aria-label={texts.expression.recent} size={28}>
          <IconHistory size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.history}>
        {expressions.length === 0 ? <Menu.Label>{texts.expression.noneRecent}</Menu.Label> : null}
        {expressions.map((expression) => (
          <Menu.Item key={expression} onClick={() => onChoose(expression)}>
            {expression}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
