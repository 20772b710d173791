import { Textarea, TextInput } from '@mantine/core';
import type { OrderFormProps } from './form-fields.ts';
import { texts } from './texts.ts';

/** Name, purpose, notes and contact address of an order. */
export function TextFields({ draft, change, problemOf, markTouched }: OrderFormProps) {
  return (
    <>
      <TextInput
        label={texts.form.name}
        description={texts.form.nameHint}
        value={draft.descriptiveName}
        onChange={(event) => change({ descriptiveName: event.currentTarget.value })}
      />
      <TextInput
        label={texts.form.purpose}
        value={draft.purchaseReason}
        onChange={(event) => change({ purchaseReason: event.currentTarget.value })}
      />
      <Textarea
        label={texts.form.notes}
        autosize
        minRows={1}
        maxRows={6}
        value={draft.customerNotes}
        onChange={(event) => change({ customerNotes: event.currentTarget.value })}
      />
      <div data-field="contactEmail">
        <TextInput
          label={texts.form.email}
          type="email"
          inputMode="email"
          description={texts.form.emailHint}
          value={draft.contactEmail}
          error={problemOf('contactEmail')}
          onChange={(event) => change({ contactEmail: event.currentTarget.value })}
          onBlur={() => markTouched('contactEmail')}
        />
      </div>
    </>
  );
}
