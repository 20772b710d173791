import { Button, Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type Result, succeed } from '../../../shared/result.ts';
import { savePicture } from '../../api/save-picture.ts';
import { useApp } from '../../context/app-context.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { collectFacts } from './collect-facts.ts';
import { makeSheet } from './make-sheet.ts';
import { type PaperId, paperChoices, paperOf, printDensities } from './paper.ts';
import { type PictureChoice, pictureChoice } from './picture-choice.ts';
import { pictureName, toPng } from './picture-file.ts';
import styles from './print.module.css';
import { printPicture } from './print-picture.ts';
import { savePassPictures } from './save-pass-pictures.ts';
import { texts } from './texts.ts';
import { type Preview, usePreview } from './use-preview.ts';

const elementChoices = [
  { key: 'scaleBar', label: texts.form.elements.scaleBar },
  { key: 'northArrow', label: texts.form.elements.northArrow },
  { key: 'legend', label: texts.form.elements.legend },
  { key: 'areas', label: texts.form.elements.areas },
  { key: 'orders', label: texts.form.elements.orders },
  { key: 'inset', label: texts.form.elements.inset },
  { key: 'corners', label: texts.form.elements.corners },
  { key: 'filter', label: texts.form.elements.filter },
  { key: 'sources', label: texts.form.elements.sources },
  { key: 'author', label: texts.form.elements.author },
] as const satisfies readonly { key: keyof PictureChoice; label: string }[];

/** The form for the content and size of a picture, with a preview; saves or prints it. */
export function PictureForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [title, setTitle] = useState('');
  const [choice, setChoice] = useState(() => pictureChoice.getState().choice);
  const [step, setStep] = useState('');
  const [ofEachPass, setOfEachPass] = useState(false);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const isPaper = !choice.paper.startsWith('screen');
  const { submit, isBusy, failure } = useSubmit(async (purpose: 'save' | 'print') => {
    const cancellation = new AbortController();
    const { signal } = cancellation;
    abort.current = cancellation;
    setStep(texts.form.drawing);
    pictureChoice.getState().setChoice(choice);
    const paper = paperOf(choice.paper, choice.density, window.devicePixelRatio);
    const draw = async (): Promise<Result<Blob>> => {
      const facts = await collectFacts(app);
      const unit = app.stores.settings.getState().distance;
      const made = await makeSheet(app.engine, { paper, title, choice, facts, unit }, signal);
      return made.ok ? succeed(await toPng(made.value.canvas, isPaper ? choice.density : null)) : made;
    };
    try {
      if (purpose === 'save' && ofEachPass) {
        const onPass = (position: number, count: number) => setStep(texts.form.drawingPass(position, count));
        const saved = await savePassPictures(app, { draw, onPass, signal });
        if (!saved.ok) return saved.failure;
        if (saved.value === null) return null;
        onDone();
        app.stores.ui.getState().setJobsOpen(true);
        notifyInfo(texts.form.savedPasses(saved.value));
        return null;
      }
      const drawn = await draw();
      if (!drawn.ok) return drawn.failure.code === 'cancelled' ? null : drawn.failure;
      setStep(purpose === 'save' ? texts.form.writing : texts.form.printing);
      const png = drawn.value;
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
      if (downloadUrl) downloadFile(downloadUrl, name);
      onDone();
      notifyInfo(downloadUrl ? texts.form.downloaded(name) : texts.form.saved(path));
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  });
  const preview = usePreview(choice, title, isBusy);
  const change = (more: Partial<PictureChoice>) => setChoice((before) => ({ ...before, ...more }));

  return (
    <form onSubmit={(event) => submit(event, 'save')} className={styles.form} aria-label={texts.form.label}>
      <PicturePreview preview={preview} />
      <div className={styles.fields}>
        <TextInput
          label={texts.form.title}
          placeholder={texts.form.none}
          maxLength={160}
          data-autofocus
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <TextInput
          label={texts.form.caveat}
          placeholder={texts.form.none}
          maxLength={160}
          value={choice.caveat}
          onChange={({ currentTarget }) => change({ caveat: currentTarget.value })}
        />
        <Select
          label={texts.form.size}
          allowDeselect={false}
          data={[...paperChoices]}
          value={choice.paper}
          onChange={(paper) => change({ paper: (paper ?? 'screen') as PaperId })}
        />
        {isPaper ? (
          <SegmentedControl
            aria-label={texts.form.density}
            data={printDensities.map((density) => ({
              value: String(density),
              label: texts.form.dotsPerInch(density),
            }))}
            value={String(choice.density)}
            onChange={(value) => change({ density: value === '300' ? 300 : 150 })}
          />
        ) : null}
        {isPaper ? (
          <Checkbox
            label={texts.form.lightOnPaper}
            checked={choice.lightOnPaper}
            onChange={({ currentTarget }) => change({ lightOnPaper: currentTarget.checked })}
          />
        ) : null}
        <fieldset className={styles.parts}>
          <legend>{texts.form.include}</legend>
          {elementChoices.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={choice[key]}
              onChange={({ currentTarget }) => change({ [key]: currentTarget.checked })}
            />
          ))}
        </fieldset>
        <Checkbox
          label={texts.form.eachPass}
          description={texts.form.eachPassHint}
          checked={ofEachPass}
          onChange={({ currentTarget }) => setOfEachPass(currentTarget.checked)}
        />
        {failure ? <FailureNote failure={failure} title={texts.form.failed} /> : null}
        {isBusy ? (
          <div className={styles.actions}>
            <LoadingState label={step} />
            <Button onClick={() => abort.current?.abort()}>{texts.form.cancel}</Button>
          </div>
        ) : (
          <div className={styles.actions}>
            <Button type="submit" variant="filled">
              {ofEachPass ? texts.form.saveEachPass : texts.form.save}
            </Button>
            <Button disabled={ofEachPass} onClick={() => submit(undefined, 'print')}>
              {texts.form.print}
            </Button>
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
    sheet.canvas.setAttribute('aria-label', texts.preview.label);
    container.current?.replaceChildren(sheet.canvas);
  }, [sheet]);
  return (
    <div className={styles.preview}>
      <div ref={container} className={styles.sheet} data-dimmed={isWorking || undefined} />
      {isWorking && !sheet ? <LoadingState label={texts.preview.drawing} /> : null}
      {failure ? <FailureNote failure={failure} title={texts.preview.failed} /> : null}
      {sheet && !sheet.isComplete ? (
        <p className={styles.remark} role="status">
          {texts.preview.incomplete}
        </p>
      ) : null}
    </div>
  );
}
