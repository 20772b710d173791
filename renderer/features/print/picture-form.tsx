import { Button, Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyInfo } from '../../app/notify.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { collectFacts } from './collect-facts.ts';
import { makeSheet } from './make-sheet.ts';
import { type PaperId, paperChoices, paperOf, printDensities } from './paper.ts';
import { type PictureChoice, readPictureChoice, rememberPictureChoice } from './picture-choice.ts';
import { PicturePreview } from './picture-preview.tsx';
import styles from './print.module.css';
import { printPicture } from './print-picture.ts';
import { download, pictureName, savePicture, toPng } from './save-picture.ts';
import { usePreview } from './use-preview.ts';

const parts = [
  { key: 'scaleBar', label: 'Scale bar' },
  { key: 'northArrow', label: 'North arrow' },
  { key: 'legend', label: 'Legend' },
  { key: 'corners', label: 'Coordinates of the corners' },
  { key: 'filter', label: 'What is shown: time and filter' },
  { key: 'sources', label: 'Sources' },
  { key: 'author', label: 'Account and date' },
] as const satisfies readonly { key: keyof PictureChoice; label: string }[];

type Work = { readonly what: 'saving' | 'printing'; readonly step: string };

/** Chooses what the picture has, shows how it will be, and saves or prints it. */
export function PictureForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const [title, setTitle] = useState('');
  const [choice, setChoice] = useState(readPictureChoice);
  const [work, setWork] = useState<Work | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const preview = usePreview(choice, title, work !== null);
  const isPaper = !choice.paper.startsWith('screen');
  const change = (more: Partial<PictureChoice>) => setChoice((before) => ({ ...before, ...more }));

  const make = async (what: Work['what']) => {
    const cancellation = new AbortController();
    const { signal } = cancellation;
    abort.current = cancellation;
    setFailure(null);
    setWork({ what, step: 'Drawing the map…' });
    rememberPictureChoice(choice);
    try {
      const facts = await collectFacts(app);
      const paper = paperOf(choice.paper, choice.density, window.devicePixelRatio);
      const unit = app.stores.places.getState().lengthUnit;
      const made = await makeSheet(app.engine, { paper, title, choice, facts, unit }, signal);
      if (!made.ok) return made.failure.code === 'cancelled' ? undefined : setFailure(made.failure);
      setWork({ what, step: what === 'saving' ? 'Writing the file…' : 'Handing it to the printer…' });
      const png = await toPng(made.value.canvas, isPaper ? choice.density : null);
      if (signal.aborted) return;
      if (what === 'printing') {
        await printPicture(png, paper.pageSize);
      } else {
        const saved = await savePicture(png, pictureName(title, new Date()), signal);
        if (!saved.ok) return setFailure(saved.failure);
        // Null: no place was chosen, and the picture may yet be made otherwise.
        if (!saved.value) return;
        const { name, path, downloadUrl } = saved.value;
        if (downloadUrl) download(downloadUrl, name);
        onDone();
        notifyInfo(downloadUrl ? `${name} is written and downloaded.` : `The picture is written to ${path}.`);
      }
    } catch (error) {
      if (!signal.aborted) setFailure(toFailure(error));
    } finally {
      setWork(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void make('saving');
  };

  return (
    <form onSubmit={submit} className={styles.form} aria-label="Picture of the map">
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
          {parts.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={choice[key]}
              onChange={({ currentTarget }) => change({ [key]: currentTarget.checked })}
            />
          ))}
        </fieldset>
        {failure ? <FailureNote failure={failure} title="There is no picture." /> : null}
        {work ? (
          <div className={styles.actions}>
            <LoadingState label={work.step} />
            <Button onClick={() => abort.current?.abort()}>Cancel</Button>
          </div>
        ) : (
          <div className={styles.actions}>
            <Button type="submit" variant="filled">
              Save as PNG…
            </Button>
            <Button onClick={() => void make('printing')}>Print…</Button>
          </div>
        )}
      </div>
    </form>
  );
}
