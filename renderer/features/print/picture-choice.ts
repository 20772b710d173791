import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { persistOptions } from '../../stores/persist-options.ts';
import { paperIds, printDensities } from './paper.ts';

const choiceSchema = z.object({
  paper: z.enum(paperIds),
  density: z.literal(printDensities),
  scaleBar: z.boolean(),
  northArrow: z.boolean(),
  legend: z.boolean(),
  areas: z.boolean().default(true),
  orders: z.boolean().default(true),
  inset: z.boolean().default(true),
  /** Whether the map is drawn in light colors on paper, whatever the screen has. */
  lightOnPaper: z.boolean().default(true),
  sources: z.boolean(),
  filter: z.boolean(),
  corners: z.boolean(),
  author: z.boolean(),
  /** A line of text, such as a caveat, that is repeated on every picture. */
  caveat: z.string(),
});

/** The options of a map image, without its title; persisted between images. */
export type PictureChoice = z.infer<typeof choiceSchema>;

type PictureChoiceStore = {
  /** The last choice; at first, all elements that a reader needs. */
  readonly choice: PictureChoice;
  setChoice(choice: PictureChoice): void;
};

/** A store that starts with the choice saved in `storage` and saves each change there. */
export function createPictureChoice(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<PictureChoiceStore>()(
    persist(
      (set) => ({
        choice: {
          paper: 'screen',
          density: 150,
          scaleBar: true,
          northArrow: true,
          legend: true,
          areas: true,
          orders: true,
          inset: true,
          lightOnPaper: true,
          sources: true,
          filter: true,
          corners: false,
          author: true,
          caveat: '',
        },
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
