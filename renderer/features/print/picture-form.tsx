import { Button, Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { collectFacts } from './collect-facts.ts';
import { makeSheet } from './make-sheet.ts';
import { type PaperId, paperChoices, paperOf, printDensities } from './paper.ts';
import { type PictureChoice, pictureChoice } from './picture-choice.ts';
import styles from './print.module.css';
import { printPicture } from './print-picture.ts';
import { download, pictureName, savePicture, toPng } from './save-picture.ts';
import { type Preview, usePreview } from './use-preview.ts';

const elementChoices = [
  { key: 'scaleBar', label: 'Scale bar' },
  { key: 'northArrow', label: 'North arrow' },
  { key: 'legend', label: 'Legend' },
  { key: 'corners', label: 'Corner coordinates' },
  { key: 'filter', label: 'Content: time and filter' },
  { key: 'sources', label: 'Sources' },
  { key: 'author', label: 'Account and date' },
] as const satisfies readonly { key: keyof PictureChoice; label: string }[];

/** The form for the content and size of a picture, with a preview; saves or prints it. */
export function PictureForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [title, setTitle] = useState('');
  const [choice, setChoice] = useState(() => pictureChoice.getState().choice);
  const [step, setStep] = useState('');
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const isPaper = !choice.paper.startsWith('screen');
  const { submit, isBusy, failure } = useSubmit(async (purpose: 'save' | 'print') => {
    const cancellation = new AbortController();
    const { signal } = cancellation;
    abort.current = cancellation;
    setStep('Drawing the map…');
    pictureChoice.getState().setChoice(choice);
    try {
      const facts = await collectFacts(app);
      const paper = paperOf(choice.paper, choice.density, window.devicePixelRatio);
      const unit = app.stores.places.getState().lengthUnit;
      const made = await makeSheet(app.engine, { paper, title, choice, facts, unit }, signal);
      if (!made.ok) return made.failure.code === 'cancelled' ? null : made.failure;
      setStep(purpose === 'save' ? 'Writing the file…' : 'Sending to the printer…');
      const png = await toPng(made.value.canvas, isPaper ? choice.density : null);
      if (signal.aborted) return null;
      if (purpose === 'print') {
        await printPicture(png, paper.pageSize);
        return null;
      }
      const saved = await savePicture(png, pictureName(title, new Date()), signal);
      if (!saved.ok) return saved.failure;
      // Null: the user cancelled the file dialog, and may yet choose other options.
      if (!saved.value) return null;
      const { name, path, downloadUrl } = saved.value;
      if (downloadUrl) download(downloadUrl, name);
      onDone();
      notifyInfo(downloadUrl ? `${name} was saved and downloaded.` : `The image was saved to ${path}.`);
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  });
  const preview = usePreview(choice, title, isBusy);
  const change = (more: Partial<PictureChoice>) => setChoice((before) => ({ ...before, ...more }));

  return (
    <form onSubmit={(event) => submit(event, 'save')} className={styles.form} aria-label="Map image">
      <PicturePreview preview={preview} />
      <div className={styles.fields}>
        <TextInput
          label="Title"
          placeholder="None"
          maxLength={160}
          data-autofocus
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <TextInput
          label="Line above and below, such as a caveat"
          placeholder="None"
          maxLength={160}
          value={choice.caveat}
          onChange={({ currentTarget }) => change({ caveat: currentTarget.value })}
        />
        <Select
          label="Size"
          allowDeselect={false}
          data={[...paperChoices]}
          value={choice.paper}
          onChange={(paper) => change({ paper: (paper ?? 'screen') as PaperId })}
        />
        {isPaper ? (
          <SegmentedControl
            aria-label="Dots per inch"
            data={printDensities.map((density) => ({ value: String(density), label: `${density} dpi` }))}
            value={String(choice.density)}
            onChange={(value) => change({ density: value === '300' ? 300 : 150 })}
          />
        ) : null}
        <fieldset className={styles.parts}>
          <legend>With</legend>
          {elementChoices.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={choice[key]}
              onChange={({ currentTarget }) => change({ [key]: currentTarget.checked })}
            />
          ))}
        </fieldset>
        {failure ? <FailureNote failure={failure} title="No image was created." /> : null}
        {isBusy ? (
          <div className={styles.actions}>
            <LoadingState label={step} />
            <Button onClick={() => abort.current?.abort()}>Cancel</Button>
          </div>
        ) : (
          <div className={styles.actions}>
            <Button type="submit" variant="filled">
              Save as PNG…
            </Button>
            <Button onClick={() => submit(undefined, 'print')}>Print…</Button>
          </div>
        )}
      </div>
    </form>
  );
}

/** A reduced preview of the sheet. */
function PicturePreview({ preview }: { readonly preview: Preview }) {
  const { sheet, failure, isWorking } = preview;
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!sheet) return container.current?.replaceChildren();
    sheet.canvas.setAttribute('role', 'img');
    sheet.canvas.setAttribute('aria-label', 'Map image preview');
    container.current?.replaceChildren(sheet.canvas);
  }, [sheet]);
  return (
    <div className={styles.preview}>
      <div ref={container} className={styles.sheet} data-dimmed={isWorking || undefined} />
      {isWorking && !sheet ? <LoadingState label="Drawing the preview…" /> : null}
      {failure ? <FailureNote failure={failure} title="No preview is available." /> : null}
      {sheet && !sheet.isComplete ? (
        <p className={styles.remark} role="status">
          A map source has not responded. The image will be marked as incomplete.
        </p>
      ) : null}
    </div>
  );
}
