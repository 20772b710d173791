import { Button, Checkbox, FileButton, Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import {
  type ExportOptions,
  type ExportScopeInput,
  standardReport,
} from '../../../shared/exchange/export-request.ts';
import {
  maxLogoBytes,
  type ReportSectionKind,
  type ReportTemplate,
  reportSections,
  reportTemplateSchema,
} from '../../../shared/reports/report-template.ts';
import { type Failure, fail } from '../../../shared/result.ts';
import { type App, useApp } from '../../context/app-context.tsx';
import { discardTyped, forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useProperties } from '../../context/use-results-queries.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FormRows } from '../../ui/form/form.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './export.module.css';
import { ReportPreview } from './report-preview.tsx';
import { texts } from './texts.ts';

/** A template in the editor, with what is typed. */
export type TypedTemplate = {
  readonly template: ReportTemplate;
  readonly isStored: boolean;
  readonly draft: ReportTemplate;
};

/** Identifies what is typed into the editor. */
export const templateForm = 'report template';

/** Discards what was typed into the editor, which is closed without saving; it is offered back. */
export function discardTemplate(app: App): void {
  const { closeDialog, openDialog } = app.stores.ui.getState();
  const show = () => openDialog('export');
  discardTyped(app, { id: templateForm, what: `“${texts.report.editor}”`, show, hide: closeDialog });
}

/** The editor of a template, with the report that it makes. */
export function TemplateEditor({
  template,
  isStored,
  scope,
  options,
  onDone,
}: {
  readonly template: ReportTemplate;
  readonly isStored: boolean;
  readonly scope: () => ExportScopeInput;
  readonly options: ExportOptions;
  /** Called with the id of the template to use; null: none of one's own. */
  readonly onDone: (templateId: string | null) => void;
}) {
  const app = useApp();
  const { api } = app;
  const [{ draft }, setTyped] = useTyped<TypedTemplate>(templateForm, {
    template,
    isStored,
    draft: template,
  });
  const [isRemoving, setIsRemoving] = useState(false);
  const names = useProperties().map(({ name }) => name);
  const change = (more: Partial<ReportTemplate>) =>
    setTyped((before) => ({ ...before, draft: { ...before.draft, ...more } }));
  const { submit, isBusy, failure, problems } = useSubmit((act: () => Promise<Failure | null>) => act());
  const save = async () => {
    const saved = await api.exchange.saveReportTemplate.mutate(draft);
    if (!saved.ok) return saved.failure;
    forgetTyped(app, templateForm);
    onDone(draft.id);
    return null;
  };
  const remove = async () => {
    const removed = await api.exchange.removeReportTemplate.mutate(draft.id);
    // Another window may have deleted it.
    if (!removed.ok && removed.failure.code !== 'not-found') return removed.failure;
    forgetTyped(app, templateForm);
    onDone(null);
    return null;
  };
  const setLogo = async (file: File) => {
    if (file.size > maxLogoBytes) return fail('too-large', texts.report.logoTooLarge).failure;
    change({ logo: await toBase64(file) });
    return null;
  };
  // What is not complete yet is not previewed.
  const valid = reportTemplateSchema.safeParse({ ...draft, name: draft.name.trim() || texts.report.unnamed });

  return (
    <div className={styles.editor}>
      <form onSubmit={(event) => submit(event, save)} aria-label={texts.report.editor}>
        <Stack gap={10}>
          <FormRows
            form={{ values: draft, change, problems }}
            rows={[
              { kind: 'text', name: 'name', label: texts.report.name, maxLength: 80, 'data-autofocus': true },
              {
                ...{ kind: 'text', name: 'title', label: texts.report.title, maxLength: 300 },
                hint: texts.report.placeholders,
              },
            ]}
          />
          <SectionList sections={draft.sections} onChange={(sections) => change({ sections })} />
          <TagsInput
            label={texts.report.properties}
            description={texts.report.propertiesHint}
            data={names}
            value={[...draft.properties]}
            error={problems.properties}
            onChange={(properties) => change({ properties })}
          />
          <LogoField
            logo={draft.logo}
            onChoose={(file) => submit(undefined, () => setLogo(file))}
            onRemove={() => change({ logo: null })}
          />
          {failure ? <FailureNote failure={failure} title={texts.report.notSaved} /> : null}
          <div className={styles.actions}>
            <Button type="submit" variant="filled" loading={isBusy}>
              {texts.report.save}
            </Button>
            <Button
              onClick={() => {
                discardTemplate(app);
                onDone(isStored ? template.id : null);
              }}
            >
              {texts.report.back}
            </Button>
            {isStored ? (
              <Button
                color="red"
                disabled={isBusy}
                onClick={() => (isRemoving ? submit(undefined, remove) : setIsRemoving(true))}
              >
                {isRemoving ? texts.report.removeNow : texts.report.remove}
              </Button>
            ) : null}
          </div>
        </Stack>
      </form>
      {valid.success ? (
        <ReportPreview
          scope={scope}
          // The title of a single report would hide that of the template.
          options={{
            ...options,
            report: { ...standardReport, ...options.report, title: '', template: valid.data },
          }}
        />
      ) : (
        <p className="muted">{valid.error.issues[0]?.message}</p>
      )}
    </div>
  );
}

function LogoField({
  logo,
  onChoose,
  onRemove,
}: {
  readonly logo: ReportTemplate['logo'];
  readonly onChoose: (file: File) => void;
  readonly onRemove: () => void;
}) {
  return (
    <div className={styles.actions}>
      <FileButton accept="image/png" onChange={(file) => file && onChoose(file)}>
        {(props) => (
          <Button {...props} size="compact-sm">
            {texts.report.chooseLogo}
          </Button>
        )}
      </FileButton>
      {logo === null ? (
        <span className="muted">{texts.report.logoHint}</span>
      ) : (
        <TextButton onClick={onRemove}>{texts.report.removeLogo}</TextButton>
      )}
    </div>
  );
}

/** The sections in their order, each with a check mark and buttons that move it. */
function SectionList({
  sections,
  onChange,
}: {
  readonly sections: readonly ReportSectionKind[];
  readonly onChange: (sections: readonly ReportSectionKind[]) => void;
}) {
  const left = reportSections.filter((kind) => !sections.includes(kind));
  const move = (index: number, by: -1 | 1) => {
    const next = [...sections];
    const [kind] = next.splice(index, 1);
    if (kind) next.splice(index + by, 0, kind);
    onChange(next);
  };
  return (
    <fieldset className={styles.sections}>
      <legend>{texts.report.sections}</legend>
      <span className="muted">{texts.report.gapsFirst}</span>
      {sections.map((kind, index) => (
        <div key={kind} className={styles.section}>
          <Checkbox
            label={texts.report.sectionNames[kind]}
            checked
            onChange={() => onChange(sections.filter((other) => other !== kind))}
          />
          <TextButton
            disabled={index === 0}
            aria-label={texts.report.up(kind)}
            onClick={() => move(index, -1)}
          >
            ↑
          </TextButton>
          <TextButton
            disabled={index === sections.length - 1}
            aria-label={texts.report.down(kind)}
            onClick={() => move(index, 1)}
          >
            ↓
          </TextButton>
        </div>
      ))}
      {left.map((kind) => (
        <Checkbox
          key={kind}
          label={texts.report.sectionNames[kind]}
          checked={false}
          onChange={() => onChange([...sections, kind])}
        />
      ))}
    </fieldset>
  );
}

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
