import { Button, Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { formatBytes } from '../../shared/format.ts';
import type { Failure } from '../../shared/result.ts';
import { notifyFailure, notifyInfo } from './notify.tsx';
import { useSubmit } from './use-submit.ts';

const bytesPerGigabyte = 1e9;

/** The size limit of a disk cache, in gigabytes. `schema` checks bytes; `name` starts the confirmation. */
export function CacheLimitForm({
  name,
  limit,
  schema,
  submitLabel,
  onSave,
  onDone,
  onCancel,
}: {
  readonly name: string;
  readonly limit: number;
  readonly schema: z.ZodType<number>;
  readonly submitLabel: string;
  /** Saves the limit in bytes; returns or throws the failure. */
  readonly onSave: (bytes: number) => Promise<Failure | null>;
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
}) {
  const [gigabytes, setGigabytes] = useState<number | string>(limit / bytesPerGigabyte);
  const parsed = schema.safeParse(Math.round(Number(gigabytes) * bytesPerGigabyte));
  const error = gigabytes === '' ? 'Enter a size.' : parsed.success ? null : parsed.error.issues[0]?.message;
  const { submit, isBusy } = useSubmit(async () => {
    if (gigabytes === '' || !parsed.success) return null;
    const failure = await onSave(parsed.data);
    if (failure) notifyFailure(failure, 'The limit was not changed.');
    else {
      notifyInfo(`The ${name} limit is now ${formatBytes(parsed.data)}.`);
      onDone?.();
    }
    return failure;
  });
  return (
    <form onSubmit={submit}>
      <Group gap="xs" my="xs" align="flex-end" wrap="nowrap">
        <NumberInput
          label="Limit (GB)"
          value={gigabytes}
          onChange={setGigabytes}
          min={0}
          decimalScale={3}
          hideControls
          error={error}
          style={{ flexGrow: 1 }}
        />
        <Button
          type="submit"
          loading={isBusy}
          disabled={Boolean(error) || Number(gigabytes) * bytesPerGigabyte === limit}
        >
          {submitLabel}
        </Button>
        {onCancel ? <Button onClick={onCancel}>Cancel</Button> : null}
      </Group>
    </form>
  );
}
