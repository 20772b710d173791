import { z } from 'zod';
import { paperIds, printDensities } from './paper.ts';

const choiceSchema = z.object({
  paper: z.enum(paperIds),
  density: z.literal(printDensities),
  scaleBar: z.boolean(),
  northArrow: z.boolean(),
  legend: z.boolean(),
  sources: z.boolean(),
  filter: z.boolean(),
  corners: z.boolean(),
  author: z.boolean(),
  /** The user's own line; a contract or a caveat goes with the account, so it stays from picture to picture. */
  caveat: z.string(),
});

/** What a picture of the map is to have; kept from one to the next, all but its title. */
export type PictureChoice = z.infer<typeof choiceSchema>;

const firstChoice: PictureChoice = {
  paper: 'screen',
  density: 150,
  scaleBar: true,
  northArrow: true,
  legend: true,
  sources: true,
  filter: true,
  corners: false,
  author: true,
  caveat: '',
};

const storageKey = 'sightline.picture';

/** What was chosen last, or everything that a reader needs. */
export function readPictureChoice(storage: Storage = localStorage): PictureChoice {
  try {
    const kept = choiceSchema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null'));
    return kept.success ? kept.data : firstChoice;
  } catch {
    // What another version wrote, or nobody, is nothing.
    return firstChoice;
  }
}

/** Keeps the choice for the next picture. */
export function rememberPictureChoice(choice: PictureChoice, storage: Storage = localStorage): void {
  storage.setItem(storageKey, JSON.stringify(choice));
}
