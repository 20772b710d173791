import { Button, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../context/app-context.tsx';
import { discardTyped, forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useSettings, useUi } from '../../context/use-stores.ts';
import { collectFacts } from '../../map-sheet/collect-facts.ts';
import { makeSheet, type Sheet } from '../../map-sheet/make-sheet.ts';
import { type PictureChoice, pictureChoice } from '../../map-sheet/picture-choice.ts';
import { type Paper, paperIds, paperOf, printDensities } from '../../map-sheet/sheet-layout.ts';
import { texts } from '../../map-sheet/texts.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { type FormRow, FormRows } from '../../ui/form/form.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import styles from './print.module.css';
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

const textProps = { placeholder: texts.form.none, maxLength: 160 };

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
  const change = ({ title: typed, ...more }: Partial<PictureChoice & { readonly title: string }>) =>
    setTyped((before) => ({ title: typed ?? before.title, choice: { ...before.choice, ...more } }));

  return (
    <form onSubmit={(event) => submit(event, 'save')} className={styles.form} aria-label={texts.form.label}>
      <PicturePreview preview={preview} />
      <div className={styles.fields}>
        <FormRows<PictureChoice & { readonly title: string }>
          form={{ values: { ...choice, title }, change }}
          rows={[
            { kind: 'text', name: 'title', label: texts.form.title, ...textProps, 'data-autofocus': true },
            { kind: 'text', name: 'caveat', label: texts.form.caveat, ...textProps },
            ...sheetRows(choice, change),
            {
              ...{ kind: 'check', name: 'ofEachPass', label: texts.form.eachPass },
              ...{ hint: texts.form.eachPassHint, onChange: setOfEachPass, value: ofEachPass },
            },
          ]}
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
function sheetRows(
  choice: PictureChoice,
  change: (more: Partial<PictureChoice>) => void,
): readonly FormRow<PictureChoice>[] {
  const isPaper = isPaperSize(choice);
  return [
    {
      ...{ kind: 'choice', name: 'paper', label: texts.form.size },
      data: paperIds.map((value) => ({ value, label: texts.papers[value] })),
    },
    {
      ...{ kind: 'segments', name: 'density', label: texts.form.density, shownIf: isPaper },
      data: printDensities.map((density) => ({
        value: String(density),
        label: texts.form.dotsPerInch(density),
      })),
      value: String(choice.density),
      onChange: (value: string) => change({ density: value === '300' ? 300 : 150 }),
    },
    { kind: 'check', name: 'lightOnPaper', label: texts.form.lightOnPaper, shownIf: isPaper },
    <fieldset key="elements" className={styles.parts}>
      <legend>{texts.form.include}</legend>
      <FormRows
        form={{ values: choice, change }}
        rows={elementKeys.map((name) => ({ kind: 'check', name, label: texts.form.elements[name] }))}
      />
    </fieldset>,
  ];
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
