import { ActionIcon, CopyButton, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import styles from './copy-value.module.css';

/** A value as text with a button that copies it. `what` names it for screen readers: “Copy position in MGRS”. */
export function CopyValue({
  value,
  what,
  shown = value,
  dimmed = false,
}: {
  readonly value: string;
  readonly what: string;
  /** What stands on screen instead, for example a shortened id; the tip then shows the whole. */
  readonly shown?: string;
  readonly dimmed?: boolean;
}) {
  return (
    <span className={styles.line}>
      <Text component="span" inherit c={dimmed ? 'dimmed' : 'inherit'} title={shown === value ? '' : value}>
        {shown}
      </Text>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
            <ActionIcon
              size={16}
              variant="subtle"
              color={copied ? 'green' : 'gray'}
              aria-label={`Copy ${what}`}
              onClick={copy}
            >
              {copied ? <IconCheck size={12} /> : <IconCopy size={12} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}

/** An id by its first and last four characters; short ones whole. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 4)}…${id.slice(-4)}`;
}
