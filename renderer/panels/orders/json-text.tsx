import { Button, CopyButton } from '@mantine/core';
import styles from './orders.module.css';

/** Text as it is, with a button that copies it. */
export function JsonText({ text }: { readonly text: string }) {
  return (
    <>
      <pre className={styles.json}>{text}</pre>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-xs" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </>
  );
}
