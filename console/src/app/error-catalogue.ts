// All error texts in their own chunk, loaded in parallel with the frame.

export { detailText } from '#kit/messages/details.ts'
export { fieldErrorText } from '#kit/messages/field-errors.ts'
export { reasonText } from '#kit/messages/reasons.ts'
