// The texts of all errors, in a chunk of their own: they are loaded beside the frame, not before it.

export { detailText } from '#kit/messages/details.ts'
export { fieldErrorText } from '#kit/messages/field-errors.ts'
export { reasonText } from '#kit/messages/reasons.ts'
