import type { App } from '../../context/app-context.tsx';
import type { InputCommand } from '../../context/command-inputs.ts';
import { recordEdit } from '../../context/edit-history.ts';
import { replaceReview } from './queue-commands.ts';
import { focusAgain, reviewDetections } from './review-commands.ts';
import { createBatchEdit, detachVerdict } from './review-edits.ts';
import { reviewShared } from './shared-review.ts';
import { startQueue } from './start-review.ts';
import { texts } from './texts.ts';

/** The commands with which other features review detections. */
export function createReviewInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'review.set',
      title: texts.commands.review,
      run: ({ ids, change, message }) => reviewDetections(app, ids, change, message),
    },
    {
      id: 'review.restore-note',
      title: texts.commands.note,
      run(note) {
        focusAgain(app, note.detectionId);
        app.stores.review.getState().restoreNote(note);
      },
    },
    {
      id: 'review.record-batch',
      title: texts.commands.review,
      run: ({ message, ...batch }) => recordEdit(app, createBatchEdit(app, batch), message),
    },
    {
      id: 'review.detach',
      title: texts.commands.detach,
      run: ({ detectionId }) => detachVerdict(app, detectionId),
    },
    {
      id: 'review.start-queue',
      title: texts.commands.reviewDetections,
      async run({ title, filter, order, skipsJudged }) {
        app.stores.ui.getState().showPanel('review');
        await replaceReview(app, () => startQueue(app, { title, filter }, { order, skipsJudged }));
      },
    },
    {
      id: 'review.shared',
      title: texts.commands.reviewShared,
      async run({ queue }) {
        app.stores.ui.getState().showPanel('review');
        const isUnderWay = app.stores.review.getState().queue?.sharedQueue === queue;
        if (isUnderWay) await reviewShared(app, queue);
        else await replaceReview(app, () => reviewShared(app, queue));
      },
    },
  ];
}
