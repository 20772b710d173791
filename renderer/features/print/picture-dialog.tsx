import { Button, Checkbox, Modal, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../context/app-context.tsx';
import { discardTyped, forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useSettings, useUi } from '../../context/use-stores.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { collectFacts } from './collect-facts.ts';
import { makeSheet, type Sheet } from './make-sheet.ts';
import { type Paper, type PaperId, paperIds, paperOf, printDensities } from './paper.ts';
import { type PictureChoice, pictureChoice } from './picture-choice.ts';
import styles from './print.module.css';
import { texts } from './texts.ts';
import { isPaperSize, usePictureOutput } from './use-picture-output.ts';

const pictureForm = 'picture';

/** The dialog for saving or printing the map as an image. */
export function PictureDialog() {
  const app = useApp();
  const { stores } = app;
  const opened = useUi((state) => state.dialog === 'picture');
  const close = () => stores.ui.getState().closeDialog();
  const cancel = () => {
    close();
    const show = () => stores.ui.getState().openDialog('picture');
    discardTyped(app, { id: pictureForm, what: `“${texts.dialog.title}”`, show, hide: close });
  };
  return (
    <Modal opened={opened} onClose={cancel} title={texts.dialog.title} size={860}>
      <PictureForm onDone={close} />
    </Modal>
  );
}

const elementKeys = Object.keys(texts.form.elements) as (keyof typeof texts.form.elements)[];

/** The form for the content and size of a picture, with a preview; saves or prints it. */
function PictureForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [stored] = useState(() => pictureChoice.getState().choice);
  const [{ title, choice }, setTyped] = useTyped(pictureForm, { title: '', choice: stored });
  const [ofEachPass, setOfEachPass] = useState(false);
  const output = usePictureOutput({
    choice,
    title,
    ofEachPass,
    onDone() {
      forgetTyped(app, pictureForm);
      onDone();
    },
  });
  const { submit, isBusy, failure } = output;
  const preview = usePreview(choice, title, isBusy);
  const change = (more: Partial<PictureChoice>) =>
    setTyped((before) => ({ ...before, choice: { ...before.choice, ...more } }));

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
          onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, title: value }))}
        />
        <TextInput
          label={texts.form.caveat}
          placeholder={texts.form.none}
          maxLength={160}
          value={choice.caveat}
          onChange={({ currentTarget }) => change({ caveat: currentTarget.value })}
        />
        <SheetFields choice={choice} change={change} />
        <Checkbox
          label={texts.form.eachPass}
          description={texts.form.eachPassHint}
          checked={ofEachPass}
          onChange={({ currentTarget }) => setOfEachPass(currentTarget.checked)}
        />
        {failure ? <FailureNote failure={failure} title={texts.form.failed} /> : null}
        {isBusy ? (
          <div className={styles.actions}>
            <LoadingState label={output.step} />
            <Button onClick={output.cancel}>{texts.form.cancel}</Button>
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

/** Size and elements of the sheet. */
function SheetFields({
  choice,
  change,
}: {
  readonly choice: PictureChoice;
  readonly change: (more: Partial<PictureChoice>) => void;
}) {
  const isPaper = isPaperSize(choice);
  return (
    <>
      <Select
        label={texts.form.size}
        allowDeselect={false}
        data={paperIds.map((value) => ({ value, label: texts.papers[value] }))}
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
        {elementKeys.map((key) => (
          <Checkbox
            key={key}
            label={texts.form.elements[key]}
            checked={choice[key]}
            onChange={({ currentTarget }) => change({ [key]: currentTarget.checked })}
          />
        ))}
      </fieldset>
    </>
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

/** The content of the preview. */
type Preview = {
  readonly sheet: Sheet | null;
  readonly failure: Failure | null;
  readonly isWorking: boolean;
};

/** Delay after typing before the preview is redrawn, in milliseconds. */
const redrawDelayMs = 250;
/** Device pixels of the preview per CSS pixel of the sheet; CSS reduces it further. */
const previewRatio = 0.75;

/** A low-resolution preview of the sheet, redrawn after changes with a delay. */
function usePreview(choice: PictureChoice, title: string, isPaused: boolean): Preview {
  const app = useApp();
  const unit = useSettings((state) => state.distance);
  const [preview, setPreview] = useState<Preview>({
    sheet: null,
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
            ? { sheet: made.value, failure: null, isWorking: false }
            : { sheet: null, failure: made.failure, isWorking: false },
        );
      } catch (error) {
        if (abort.signal.aborted) return;
        setPreview({ sheet: null, failure: toFailure(error), isWorking: false });
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
