import { Button } from '@mantine/core';
import { type CopyState, useCopy } from '../../ui/use-copy.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

const labels: Readonly<Record<CopyState, string>> = {
  idle: texts.json.copy,
  copied: texts.json.copied,
  failed: texts.json.denied,
};

/** Text as it is, with a button that copies it. */
export function CopyableJson({ text }: { readonly text: string }) {
  const { state, copy } = useCopy();
  return (
    <>
      <pre className={styles.json}>{text}</pre>
      <Button size="compact-xs" onClick={() => copy(text)}>
        {labels[state]}
      </Button>
    </>
  );
}
