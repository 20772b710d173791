/** What a match is inferred by. A change of the model raises the number, so that passes are matched again. */
export const matchingVersion = 3;
export const matchingRule = `by place, length and heading, rule ${matchingVersion}`;
