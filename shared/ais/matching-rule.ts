/** Version of the model that infers matches. A change of it raises the number, so that passes are matched again. */
export const matchingVersion = 3;
export const matchingRule = `by place, length and heading, rule ${matchingVersion}`;
