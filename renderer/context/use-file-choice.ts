import { useEffect, useRef, useState } from 'react';
import { type Result, succeed } from '../../shared/result.ts';
import type { OpenedFile } from '../../shared/workspace/opened-file.ts';
import type { UploadProgress } from '../api/upload-file.ts';
import { useApp } from './app-context.tsx';
import { chooseFile } from './choose-file.ts';

/** Lets the user choose a file. Sending and inspecting it end when the user cancels, or when the form is closed. */
export function useFileChoice() {
  const app = useApp();
  const [sending, setSending] = useState<UploadProgress | null>(null);
  const cancellation = useRef<AbortController>(undefined);
  useEffect(() => () => cancellation.current?.abort(), []);
  return {
    /** Variant of `chooseFile`; null also when the user cancelled while the file was sent or inspected. */
    async choose<T>(
      extensions: string,
      inspect: (uploadId: string | null, signal: AbortSignal) => Promise<Result<T | null>>,
      offered: OpenedFile | null = null,
    ): Promise<Result<T | null>> {
      const controller = new AbortController();
      cancellation.current = controller;
      const { signal } = controller;
      const inspectSent = (uploadId: string | null) => {
        setSending(null);
        return inspect(uploadId, signal);
      };
      const options = { offered, signal, onProgress: setSending };
      const chosen = await chooseFile(app, extensions, inspectSent, options);
      setSending(null);
      return signal.aborted ? succeed(null) : chosen;
    },
    /** The progress of the file that is being sent; null while none is. */
    sending,
    cancel: () => cancellation.current?.abort(),
  };
}
