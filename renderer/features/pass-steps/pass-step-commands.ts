import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { endPassSteps } from '../../context/show-pass-step.ts';
import { isMapInMainColumn } from '../../context/use-review-stage.ts';
import { stepToPass, toggleCumulative } from './step-through-passes.ts';
import { texts } from './texts.ts';

/** The commands that step through the passes over the view. */
export function createPassStepCommands(app: App): readonly Command[] {
  const { passSteps, workspace } = app.stores;
  const canStep = () => workspace.getState().feed.state === 'ready' || texts.noResults;
  const isStepping = () => passSteps.getState().steps !== null || texts.notStepping;
  // One step after the other, so that no key press is lost while a pass is being read.
  let last: Promise<void> = Promise.resolve();
  const inTurn = (action: () => Promise<void>) => {
    last = last.then(action, action);
    return last;
  };
  return [
    {
      id: 'pass-steps.next',
      title: texts.next,
      keywords: texts.keywords,
      group: 'Results',
      hotkey: '.',
      isKeyShown: () => isMapInMainColumn(app.stores),
      enabled: canStep,
      run: () => inTurn(() => stepToPass(app, 1)),
    },
    {
      id: 'pass-steps.previous',
      title: texts.previous,
      keywords: texts.keywords,
      group: 'Results',
      hotkey: ',',
      isKeyShown: () => isMapInMainColumn(app.stores),
      enabled: canStep,
      run: () => inTurn(() => stepToPass(app, -1)),
    },
    {
      id: 'pass-steps.cumulative',
      title: texts.cumulative,
      keywords: texts.keywords,
      group: 'Results',
      enabled: isStepping,
      run: () => inTurn(() => toggleCumulative(app)),
    },
    {
      id: 'pass-steps.end',
      title: texts.end,
      keywords: texts.keywords,
      group: 'Results',
      enabled: isStepping,
      run: () => inTurn(async () => endPassSteps(app)),
    },
  ];
}
