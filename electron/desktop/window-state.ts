import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow, type Rectangle, screen } from 'electron/main';
import { z } from 'zod';
import { isMissingFile } from '../core/base/missing-file.ts';
import { replaceFileSync } from '../core/base/replace-file.ts';
import { reportProblem } from '../report-problem.ts';

const windowStateSchema = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  isMaximized: z.boolean(),
});

/** Position and size of the window in device-independent pixels of the desktop, and whether it fills its display. */
export type WindowState = {
  readonly bounds: Partial<Rectangle> & Pick<Rectangle, 'width' | 'height'>;
  readonly isMaximized: boolean;
};

const initialState: WindowState = { bounds: { width: 1440, height: 900 }, isMaximized: false };

/** The state of the window when it was closed last, moved into the work area of the display that is there now. */
export function readWindowState(): WindowState {
  const saved = readSaved();
  if (!saved) return initialState;
  const { workArea } = screen.getDisplayMatching(saved.bounds);
  return { bounds: fitInto(workArea, saved.bounds), isMaximized: saved.isMaximized };
}

/** Saves the state of the window, which must still be open. A failure is reported, since closing must go on. */
export function saveWindowState(window: BrowserWindow): void {
  const state: WindowState = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
  try {
    replaceFileSync(stateFile(), JSON.stringify(state));
  } catch (error) {
    reportProblem(error, 'saving the position of the window');
  }
}

/** `bounds` made as large as `area` at most, and moved into it. */
export function fitInto(area: Rectangle, bounds: Rectangle): Rectangle {
  const width = Math.min(bounds.width, area.width);
  const height = Math.min(bounds.height, area.height);
  return {
    x: Math.min(Math.max(bounds.x, area.x), area.x + area.width - width),
    y: Math.min(Math.max(bounds.y, area.y), area.y + area.height - height),
    width,
    height,
  };
}

function readSaved(): z.infer<typeof windowStateSchema> | undefined {
  try {
    return windowStateSchema.parse(JSON.parse(readFileSync(stateFile(), 'utf8')));
  } catch (error) {
    if (!isMissingFile(error)) reportProblem(error, 'reading the position of the window');
    return undefined;
  }
}

function stateFile(): string {
  return path.join(app.getPath('userData'), 'window.json');
}
