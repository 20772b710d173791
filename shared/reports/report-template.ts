import { z } from 'zod';

/** The sections of a report whose order a template determines; what is not covered is always stated first. */
export const reportSections = ['chart', 'map', 'passes', 'detections', 'method', 'evidence'] as const;
export type ReportSectionKind = (typeof reportSections)[number];

/** Placeholders that a title may have in braces, such as `{date}`. */
export const titlePlaceholders = ['workspace', 'date', 'detections', 'passes', 'conditions'] as const;
export type TitlePlaceholder = (typeof titlePlaceholders)[number];

const placeholder = /\{([^{}]*)\}/g;

/** Bytes of a logo. */
export const maxLogoBytes = 1_000_000;
const maxLogoLength = Math.ceil(maxLogoBytes / 3) * 4;

/** A title as it may be stored: earlier versions saved titles that `reportTitleSchema` refuses. */
export const storedTitleSchema = z.string().trim().max(300, 'A title has at most 300 characters.');

/** A title of a report; empty: a general one. */
export const reportTitleSchema = storedTitleSchema.superRefine((title, context) => {
  const known = titlePlaceholders.map((name) => `{${name}}`);
  const problems = [...title.matchAll(placeholder)]
    .filter(([whole]) => !known.includes(whole))
    .map(([whole]) => `${whole} is not known in a title.`);
  const isUnpaired = /[{}]/.test(title.replace(placeholder, ''));
  for (const problem of isUnpaired ? [...problems, 'A brace in a title is not part of a pair.'] : problems)
    context.addIssue({ code: 'custom', message: `${problem} Use ${known.join(', ')}.` });
});

/** A template of reports to use or to save. */
export const reportTemplateSchema = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1, 'Give the template a name.').max(80, 'A name has at most 80 characters.'),
  title: reportTitleSchema,
  sections: z
    .array(z.enum(reportSections))
    .min(1, 'Choose at least one section.')
    .refine((sections) => new Set(sections).size === sections.length, 'A section can be in a report once.')
    .readonly(),
  /** Names of feature properties that become columns of detections. */
  properties: z.array(z.string().min(1).max(500)).max(20, 'At most 20 properties fit on a page.').readonly(),
  /** A PNG in Base64; null for none. */
  logo: z
    .string()
    .max(maxLogoLength, `A logo has at most ${maxLogoBytes / 1e6} MB.`)
    .nullable(),
});
export type ReportTemplate = z.infer<typeof reportTemplateSchema>;

/** A template as a workspace has it; its title may have to be corrected. */
export const storedTemplateSchema = reportTemplateSchema.extend({ title: storedTitleSchema });

/** The content of a report without a template. */
export const standardTemplate: Pick<ReportTemplate, 'title' | 'sections' | 'properties' | 'logo'> = {
  title: '',
  sections: reportSections,
  properties: [],
  logo: null,
};

/** A title with the values of its placeholders. */
export function fillTitle(title: string, values: Readonly<Record<TitlePlaceholder, string>>): string {
  return title.replaceAll(placeholder, (whole, name: string) => {
    const known = titlePlaceholders.find((one) => one === name);
    return known ? values[known] : whole;
  });
}
