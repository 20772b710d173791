import { formatBytes } from '../../../../shared/format.ts';
import { layerFileExtensions } from '../../../../shared/layers/vector-layer.ts';
import type { Failure } from '../../../../shared/result.ts';
import { readHostKind } from '../../../api/read-query.ts';
import { uploadFile } from '../../../api/upload-file.ts';
import type { App } from '../../../context/app-context.tsx';
import { canWrite } from '../../../context/can-write.ts';
import type { Command } from '../../../context/command.ts';
import type { InputCommand } from '../../../context/command-inputs.ts';
import { startJob } from '../../../context/start-job.ts';
import { toFailure } from '../../../ui/failure-error.ts';
import { notifyFailure, notifyInfo, notifyProgress } from '../../../ui/notify.tsx';
import { pickFiles } from '../../../ui/pick-files.ts';
import { texts } from '../texts.ts';
import { showAttributes } from './layer-actions.ts';

const extensions = layerFileExtensions.map((extension) => `.${extension}`).join(',');

/** The commands of the layers of the user's own. */
export function createVectorLayerCommands(app: App): readonly Command[] {
  return [
    {
      id: 'layers.import',
      title: texts.own.import,
      group: 'Map',
      enabled: () => canWrite(app, texts.own.noWorkspace),
      run: () => chooseAndImport(app),
    },
    {
      id: 'layers.attributes',
      title: texts.table.show,
      group: 'View',
      run: () => showAttributes(app),
    },
  ];
}

/** The command for files that were dropped on the window. */
export function createVectorLayerInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'layers.import-files',
      title: texts.own.import,
      async run({ files }) {
        const allowed = canWrite(app, texts.own.noWorkspace);
        if (allowed !== true) return notifyInfo(allowed);
        for (const file of files) await sendAndImport(app, file);
      },
    },
  ];
}

async function chooseAndImport(app: App): Promise<void> {
  if (readHostKind(app) !== 'browser') return startImport(app, null);
  const [file] = await pickFiles(extensions);
  if (file) await sendAndImport(app, file);
}

/** Sends a file to the main process, with its progress and a way to cancel, which imports it. */
async function sendAndImport(app: App, file: File): Promise<void> {
  const cancellation = new AbortController();
  const { signal } = cancellation;
  const total = formatBytes(file.size);
  const notification = notifyProgress(texts.own.sending(file.name, formatBytes(0), total), {
    label: texts.own.cancelSending,
    run: () => cancellation.abort(),
  });
  try {
    const sent = await uploadFile(file, {
      signal,
      onProgress: ({ sentBytes }) =>
        notification.update(texts.own.sending(file.name, formatBytes(sentBytes), total)),
    });
    if (sent.ok) await startImport(app, sent.value);
    else if (!signal.aborted) showFailure(sent.failure);
  } catch (error) {
    showFailure(toFailure(error));
  } finally {
    notification.close();
  }
}

async function startImport(app: App, uploadId: string | null): Promise<void> {
  const failure = await startJob(app, () => app.api.layers.importFile.mutate({ uploadId }));
  if (failure) showFailure(failure);
}

function showFailure(failure: Failure): void {
  notifyFailure(failure, texts.own.notImported);
}
