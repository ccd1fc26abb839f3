// The button that a contact pressed, or the list row that they chose: Meta's `button`, `button_reply` and `list_reply`.
// Pure.

import { ownOf } from '#kit/own.ts'
import type { ButtonReply, MessageDetails } from '../arrivals/message-details.ts'
import { type Fields, fieldsOf, textOf } from './json-values.ts'

/** More than Meta allows for a payload, a button's id or a row's id; a cut id would identify nothing. */
const ID_MAX = 1000
/** More than Meta allows for a title or a description. */
const TEXT_MAX = 1000

/** Empty when nothing was pressed. */
export function buttonReplyOf(message: Fields): Pick<MessageDetails, 'button_reply'> {
  const part = fieldsOf(ownOf(message, String(message.type)))
  if (part === null) return {}
  if (message.type === 'button')
    return replyOf('template_button', { id: part.payload, title: textOf(part.text) ?? part.payload })
  if (message.type !== 'interactive') return {}
  const button = fieldsOf(part.button_reply)
  if (button !== null) return replyOf('button', button)
  const row = fieldsOf(part.list_reply)
  return row === null ? {} : replyOf('list', row)
}

function replyOf(type: ButtonReply['type'], given: Fields): Pick<MessageDetails, 'button_reply'> {
  const id = textOf(given.id)
  const title = textOf(given.title) ?? id
  if (title === null) return {}
  return {
    button_reply: {
      type,
      id: id === null || id.length > ID_MAX ? null : id,
      title: shortened(title),
      description: shortened(textOf(given.description)),
    },
  }
}

const shortened = <Text extends string | null>(text: Text): Text =>
  (text === null ? null : text.slice(0, TEXT_MAX).toWellFormed()) as Text
