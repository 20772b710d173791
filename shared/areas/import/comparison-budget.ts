/** How many comparisons the checks of one file may still take. It keeps hostile files from taking for ever. */
export class ComparisonBudget {
  #left: number;

  constructor(comparisons: number) {
    this.#left = comparisons;
  }

  /** Comparisons that are left, never below zero. */
  get remaining(): number {
    return Math.max(0, this.#left);
  }

  /** Takes some; returns whether there were as many. */
  spend(comparisons: number): boolean {
    this.#left -= comparisons;
    return this.#left >= 0;
  }
}
