import { createContext } from 'react';

/** The height of the rows of all grids, CSS pixels. */
export const RowHeight = createContext(24);
