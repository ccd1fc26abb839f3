// What is being written: as the editor holds it, and as the API takes it.

import type { CreateTemplateRequest, Template, UpdateTemplateRequest } from '@samvad/sdk'
import { channelNames, channelOf } from '../app/channels.ts'
import { categoriesOf } from './known.ts'

export interface Draft {
  name: string
  channel: string
  language: string
  category: string
  subject: string
  text: string
  html: string
  registered_id: string
  header: string
}

export const draftOf = (template?: Template): Draft => ({
  name: template?.name ?? '',
  channel: template?.channel ?? channelNames[0] ?? '',
  language: template?.language ?? 'en',
  category: template?.category ?? 'utility',
  subject: template?.subject ?? '',
  text: template?.text ?? '',
  html: template?.html ?? '',
  registered_id: template?.registered_id ?? '',
  header: typeof template?.header === 'string' ? template.header : '',
})

/** Another channel has other categories, and not all of the fields; what was written stays where it fits. */
export function onChannel(draft: Draft, channel: string): Draft {
  const known = categoriesOf(channel)
  const category = known.some((one) => one === draft.category) ? draft.category : (known[0] as string)
  return { ...draft, channel, category }
}

export function contentOf({ channel, category, subject, text, html, registered_id, header }: Draft) {
  const content: UpdateTemplateRequest = { category, text: text || null }
  if (channelOf(channel)?.isMail) return { ...content, subject: subject || null, html: html || null }
  if (channelOf(channel)?.isRegistered)
    return { ...content, registered_id: registered_id || null, header: header || null }
  return content
}

export const newTemplateOf = (draft: Draft): CreateTemplateRequest => ({
  ...contentOf(draft),
  category: draft.category,
  name: draft.name.trim(),
  channel: draft.channel,
  language: draft.language.trim(),
})

/** What the preview shows: of fields that the channel has. */
export const shownOf = ({ channel, subject, text, html }: Draft) => ({
  channel,
  subject: channelOf(channel)?.isMail ? subject : '',
  text,
  html: channelOf(channel)?.isMail ? html : '',
})
