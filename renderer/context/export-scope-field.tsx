import { Radio, Stack } from '@mantine/core';
import { formatQuantity } from '../../shared/format.ts';
import type { ScopeChoice } from './use-export-scopes.ts';

/** Radio buttons for the detections that are exported. */
export function ExportScopeField({
  scopes,
  kind,
  onChange,
}: {
  readonly scopes: readonly ScopeChoice[];
  readonly kind: ScopeChoice['kind'];
  readonly onChange: (kind: ScopeChoice['kind']) => void;
}) {
  return (
    <Radio.Group label="Detections" value={kind} onChange={(value) => onChange(value as ScopeChoice['kind'])}>
      <Stack gap={6} mt={4}>
        {scopes.map((scope) => (
          <Radio
            key={scope.kind}
            value={scope.kind}
            disabled={!scope.enabled}
            label={`${scope.title}: ${formatQuantity(scope.size, 'detection')}`}
            description={scope.remark}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
