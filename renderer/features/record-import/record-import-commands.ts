import { maxRawRecordFiles, rawRecordExtensions } from '../../../shared/exchange/raw-record-files.ts';
import { formatBytes, formatCount, formatQuantity } from '../../../shared/format.ts';
import type { Failure } from '../../../shared/result.ts';
import { readHostKind } from '../../api/read-query.ts';
import { type UploadProgress, uploadFile } from '../../api/upload-file.ts';
import type { App } from '../../context/app-context.tsx';
import { canWrite } from '../../context/can-write.ts';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { startJob } from '../../context/start-job.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { notifyFailure, notifyInfo, notifyProgress } from '../../ui/notify.tsx';
import { pickFiles } from '../../ui/pick-files.ts';
import { texts } from './texts.ts';

const extensions = rawRecordExtensions.map((extension) => `.${extension}`);

/** The commands that import raw records. */
export function createRecordImportCommands(app: App): readonly Command[] {
  const enabled = () => canWrite(app, texts.noWorkspace);
  return [
    {
      id: 'record-import.files',
      title: texts.files,
      group: 'Workspace',
      enabled,
      run: () => chooseAndImport(app, 'files'),
    },
    {
      id: 'record-import.folder',
      title: texts.folder,
      group: 'Workspace',
      enabled,
      run: () => chooseAndImport(app, 'folder'),
    },
  ];
}

/** The command for files that were dropped on the window. */
export function createRecordImportInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'record-import.start',
      title: texts.files,
      async run({ files }) {
        const allowed = canWrite(app, texts.noWorkspace);
        if (allowed === true) await sendAndImport(app, files);
        else notifyInfo(allowed);
      },
    },
  ];
}

async function chooseAndImport(app: App, from: 'files' | 'folder'): Promise<void> {
  if (readHostKind(app) !== 'browser') {
    showFailure(await startJob(app, () => app.api.exchange.importRecords.mutate({ from, uploadIds: [] })));
    return;
  }
  const chosen = await pickFiles(extensions.join(','), { multiple: true, folder: from === 'folder' });
  const files = chosen.filter(({ name }) => extensions.some((end) => name.toLowerCase().endsWith(end)));
  if (files.length > 0) await sendAndImport(app, files);
  else if (chosen.length > 0) notifyInfo(texts.noFiles);
}

/** Sends the files to the main process, which imports them. */
async function sendAndImport(app: App, files: readonly File[]): Promise<void> {
  if (files.length > maxRawRecordFiles) {
    notifyInfo(texts.tooManyFiles(formatCount(files.length), formatCount(maxRawRecordFiles)));
    return;
  }
  const uploadIds = await sendFiles(files);
  if (!uploadIds) return;
  showFailure(await startJob(app, () => app.api.exchange.importRecords.mutate({ from: 'files', uploadIds })));
}

/** Sends files one after the other, with their progress and a way to cancel. Undefined when one could not be sent. */
async function sendFiles(files: readonly File[]): Promise<string[] | undefined> {
  const cancellation = new AbortController();
  const { signal } = cancellation;
  const count = formatQuantity(files.length, 'file');
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  const notification = notifyProgress(texts.sending(count, formatBytes(0), formatBytes(totalBytes)), {
    label: texts.cancelSending,
    run: () => cancellation.abort(),
  });
  const uploadIds: string[] = [];
  let sentBefore = 0;
  try {
    for (const file of files) {
      const onProgress = ({ sentBytes }: UploadProgress) =>
        notification.update(
          texts.sending(count, formatBytes(sentBefore + sentBytes), formatBytes(totalBytes)),
        );
      const sent = await uploadFile(file, { signal, onProgress });
      if (!sent.ok) {
        if (!signal.aborted) showFailure(sent.failure);
        return undefined;
      }
      uploadIds.push(sent.value);
      sentBefore += file.size;
    }
    return uploadIds;
  } catch (error) {
    showFailure(toFailure(error));
    return undefined;
  } finally {
    notification.close();
  }
}

function showFailure(failure: Failure | null): void {
  if (failure) notifyFailure(failure, texts.notImported);
}
