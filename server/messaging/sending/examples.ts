// Examples for the API description: an email as it is sent.

import { message } from '#messaging/messages/examples.ts'

export const draft = {
  conversation_id: message.conversation_id,
  channel: message.channel,
  subject: message.subject,
  text: message.text,
}
