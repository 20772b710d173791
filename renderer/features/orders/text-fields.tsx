import { Textarea, TextInput } from '@mantine/core';
import type { OrderFormProps } from './form-fields.ts';

/** Name, purpose, notes and contact address of an order. */
export function TextFields({ draft, change, problemOf, markTouched }: OrderFormProps) {
  return (
    <>
      <TextInput
        label="Name (optional)"
        value={draft.descriptiveName}
        onChange={(event) => change({ descriptiveName: event.currentTarget.value })}
      />
      <TextInput
        label="Purpose (optional)"
        value={draft.purchaseReason}
        onChange={(event) => change({ purchaseReason: event.currentTarget.value })}
      />
      <Textarea
        label="Notes (optional)"
        autosize
        minRows={1}
        maxRows={6}
        value={draft.customerNotes}
        onChange={(event) => change({ customerNotes: event.currentTarget.value })}
      />
      <div data-field="contactEmail">
        <TextInput
          label="Contact email"
          type="email"
          inputMode="email"
          description="The service sends its confirmation and completion notice here."
          value={draft.contactEmail}
          error={problemOf('contactEmail')}
          onChange={(event) => change({ contactEmail: event.currentTarget.value })}
          onBlur={() => markTouched('contactEmail')}
        />
      </div>
    </>
  );
}
