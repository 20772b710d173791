import { Button, Radio, Select, Stack } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import {
  type ExportFormat,
  exportFormatInfo,
  exportFormats,
} from '../../../shared/exchange/export-format.ts';
import type { ExportOptions } from '../../../shared/exchange/export-request.ts';
import type { Failure } from '../../../shared/result.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession } from '../../app/use-stores.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatQuantity } from '../../components/format.ts';
import styles from './export.module.css';
import { readExportChoice, rememberExportChoice } from './export-choice.ts';
import { ExportOptionFields } from './export-options.tsx';
import { type ScopeChoice, useExportScopes } from './use-export-scopes.ts';

/** Has a dialog of its own. */
const casePackage = 'case-package';
const formatChoices = [
  ...exportFormats.map(({ format, title }) => ({ value: format, label: title })),
  { value: casePackage, label: 'Case package…' },
];

/** Which detections are written, in what format, and what goes along. */
export function ExportForm({ onDone }: { readonly onDone: () => void }) {
  const { api, stores } = useApp();
  const scopes = useExportScopes();
  const [kind, setKind] = useState<ScopeChoice['kind']>(
    () => scopes.findLast(({ enabled }) => enabled)?.kind ?? 'all',
  );
  const [options, setOptions] = useState(readExportChoice);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const chosen = scopes.find((scope) => scope.kind === kind);
  const size = chosen?.size ?? 0;
  const holdsRecords = exportFormatInfo(options.format).holds === 'records';
  const change = (more: Partial<ExportOptions>) =>
    setOptions((former) => withoutUndefined({ ...former, ...more }));

  async function start(event: FormEvent) {
    event.preventDefault();
    if (!chosen) return;
    setBusy(true);
    setFailure(null);
    rememberExportChoice(options);
    try {
      const started = await api.exchange.export.mutate({ scope: chosen.scope(), options });
      if (!started.ok) return setFailure(started.failure);
      const job = started.value;
      // Null: the user chose no place, and may yet choose another format. The event may have come first.
      if (!job) return;
      stores.workspace.setState(({ jobs }) =>
        jobs.some(({ id }) => id === job.id) ? {} : { jobs: [job, ...jobs] },
      );
      onDone();
    } catch (error) {
      setFailure(toFailure(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={start} aria-label="Export">
      <Stack gap={10}>
        <FormatField format={options.format} onChange={(format) => change({ format })} />
        <ScopeField scopes={scopes} kind={kind} onChange={setKind} />
        <Stack gap={6} role="group" aria-label="What goes along">
          <ExportOptionFields options={options} onChange={change} />
        </Stack>
        <TargetRemark />
        {failure ? <FailureNote failure={failure} title="The export was not started." /> : null}
        <div className={styles.actions}>
          <Button type="submit" variant="filled" loading={busy} disabled={size === 0}>
            Export {holdsRecords ? 'the records of ' : ''}
            {formatQuantity(size, 'detection')}
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </Stack>
    </form>
  );
}

function FormatField({
  format,
  onChange,
}: {
  readonly format: ExportFormat;
  readonly onChange: (format: ExportFormat) => void;
}) {
  const { commands } = useApp();
  const remarksId = useId();
  const { remarks } = exportFormatInfo(format);
  return (
    <div>
      <Select
        label="Format"
        allowDeselect={false}
        data-autofocus
        aria-describedby={remarksId}
        data={formatChoices}
        value={format}
        maxDropdownHeight={320}
        onChange={(value) =>
          value === casePackage ? commands.run('package.export') : onChange((value ?? format) as ExportFormat)
        }
      />
      <ul id={remarksId} className={styles.remarks}>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </div>
  );
}

function ScopeField({
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

function TargetRemark() {
  const hostKind = useSession((state) => state.hostKind);
  return (
    <span className="muted">
      {hostKind === 'browser'
        ? 'The files can be downloaded once they are written.'
        : 'You choose the place next; files that go along are put beside it.'}
    </span>
  );
}

function withoutUndefined(
  options: Partial<ExportOptions> & Omit<ExportOptions, 'properties'>,
): ExportOptions {
  const { properties, ...others } = options;
  return properties === undefined ? others : { ...others, properties };
}
