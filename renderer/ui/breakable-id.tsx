import { Fragment } from 'react';

/** An identifier that wraps after its underscores: without them a line would end in the middle of a number. */
export function BreakableId({ id }: { readonly id: string }) {
  return id.split(/(?<=_)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
