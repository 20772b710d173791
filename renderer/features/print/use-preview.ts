import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSettings } from '../../context/use-stores.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { collectFacts, type PictureFacts } from './collect-facts.ts';
import { makeSheet, type Sheet } from './make-sheet.ts';
import { type Paper, paperOf } from './paper.ts';
import type { PictureChoice } from './picture-choice.ts';

/** The content of the preview, and the choice that it was drawn for. */
export type Preview = {
  readonly sheet: Sheet | null;
  readonly facts: PictureFacts | null;
  readonly failure: Failure | null;
  readonly isWorking: boolean;
};

/** Delay after typing before the preview is redrawn, in milliseconds. */
const redrawDelayMs = 250;
/** Device pixels of the preview per CSS pixel of the sheet; CSS reduces it further. */
const previewRatio = 0.75;

/** A low-resolution preview of the sheet, redrawn after changes with a delay. */
export function usePreview(choice: PictureChoice, title: string, isPaused: boolean): Preview {
  const app = useApp();
  const unit = useSettings((state) => state.distance);
  const [preview, setPreview] = useState<Preview>({
    sheet: null,
    facts: null,
    failure: null,
    isWorking: true,
  });
  // The map can be captured only once at a time.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (isPaused) return;
    const abort = new AbortController();
    const draw = async () => {
      if (abort.signal.aborted) return;
      setPreview((before) => ({ ...before, isWorking: true }));
      try {
        const facts = await collectFacts(app);
        const paper: Paper = { ...paperOf(choice.paper, choice.density, 1), pixelRatio: previewRatio };
        const made = await makeSheet(app.engine, { paper, title, choice, facts, unit }, abort.signal);
        if (abort.signal.aborted) return;
        setPreview(
          made.ok
            ? { sheet: made.value, facts, failure: null, isWorking: false }
            : { sheet: null, facts, failure: made.failure, isWorking: false },
        );
      } catch (error) {
        if (abort.signal.aborted) return;
        setPreview({ sheet: null, facts: null, failure: toFailure(error), isWorking: false });
      }
    };
    const timer = setTimeout(() => {
      last.current = last.current.then(draw);
    }, redrawDelayMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [app, choice, title, unit, isPaused]);
  return preview;
}
