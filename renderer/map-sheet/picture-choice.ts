import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { persistOptions } from '../stores/persist-options.ts';
import { paperIds, printDensities } from './sheet-layout.ts';

/** All elements that a reader needs are in a first picture. */
const choiceSchema = z.object({
  paper: z.enum(paperIds).default('screen'),
  density: z.literal(printDensities).default(150),
  scaleBar: z.boolean().default(true),
  northArrow: z.boolean().default(true),
  legend: z.boolean().default(true),
  areas: z.boolean().default(true),
  orders: z.boolean().default(true),
  inset: z.boolean().default(true),
  /** Whether the map is drawn in light colors on paper, whatever the screen has. */
  lightOnPaper: z.boolean().default(true),
  sources: z.boolean().default(true),
  filter: z.boolean().default(true),
  corners: z.boolean().default(false),
  author: z.boolean().default(true),
  /** A line of text, such as a caveat, that is repeated on every picture. */
  caveat: z.string().default(''),
});

/** The options of a map image, without its title; persisted between images. */
export type PictureChoice = z.infer<typeof choiceSchema>;

/** The choice before anyone has changed it. */
export const standardPictureChoice: PictureChoice = choiceSchema.parse({});

type PictureChoiceStore = {
  readonly choice: PictureChoice;
  setChoice(choice: PictureChoice): void;
};

/** A store that starts with the choice saved in `storage` and saves each change there. */
export function createPictureChoice(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<PictureChoiceStore>()(
    persist(
      (set) => ({
        choice: standardPictureChoice,
        setChoice: (choice) => set({ choice }),
      }),
      persistOptions({
        name: 'sightline.picture',
        storage,
        schema: z.object({ choice: choiceSchema }),
        partialize: ({ choice }: PictureChoiceStore) => ({ choice }),
        fromUnversioned: (choice) => ({ choice }),
      }),
    ),
  );
}

/** The options of the last map image from this browser or installation. */
export const pictureChoice = createPictureChoice();
