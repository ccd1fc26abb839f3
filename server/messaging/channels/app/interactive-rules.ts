// Requirements for messages with buttons or a list. Source: Meta's "Interactive reply buttons messages" and
// "Interactive list messages": a list's header is text only; with buttons it can be text, an image, a video or a
// document.

import { validationError } from '#kit/messages/field-errors.ts'
import type { FieldError } from '#kit/refusals.ts'
import { mediaKindOf } from '../attachment-limits.ts'
import type { Content } from '../channel.ts'
import { limits } from '../interactive.ts'

export function interactiveErrors({ interactive, text, attachments = [] }: Content): FieldError[] {
  if (interactive == null) return []
  const errors: FieldError[] = []
  if (text === null) errors.push({ field: 'text', ...validationError('required_with', { other: 'interactive' }) })
  else if ([...text].length > limits.body)
    errors.push({ field: 'text', ...validationError('too_long', { max: limits.body }) })
  const [file] = attachments
  if (file === undefined) return errors
  if (interactive.type === 'list') errors.push({ field: 'attachments', ...validationError('list_with_attachment') })
  else if (mediaKindOf(file) === 'audio')
    errors.push({ field: 'attachments[0]', ...validationError('audio_with_buttons') })
  else if (interactive.header !== null)
    errors.push({ field: 'interactive.header', ...validationError('not_allowed_with', { other: 'attachments' }) })
  return errors
}
