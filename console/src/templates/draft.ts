// A template being edited, as the editor holds it and as the API accepts it.

import type { CreateTemplateRequest, Template, UpdateTemplateRequest } from '@samvad/sdk'
import { channelNames, channelOf } from '../app/channels.ts'
import type { PreviewContent } from '../app/chat-parts.ts'
import { fill, fillHtml, variablesIn } from '../app/template-fill.ts'
import { categoriesOf } from './known.ts'
import { contentOfParts, type Parts, partsOf, shownParts, textsOfParts } from './parts.ts'

export interface Draft {
  name: string
  channel: string
  language: string
  category: string
  subject: string
  text: string
  html: string
  registered_id: string
  /** The sender that the template is registered for. */
  header: string
  /** For chat channels. */
  parts: Parts
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
  parts: partsOf(template),
})

/** Another channel has other categories and fields; input is kept where it applies. */
export function onChannel(draft: Draft, channel: string): Draft {
  const known = categoriesOf(channel)
  const category = known.some((one) => one === draft.category) ? draft.category : (known[0] as string)
  return { ...draft, channel, category }
}

export function contentOf({ channel, category, subject, text, html, registered_id, header, parts }: Draft) {
  const content: UpdateTemplateRequest = { category, text: text || null }
  const fields = channelOf(channel)
  if (fields?.isMail) return { ...content, subject: subject || null, html: html || null }
  if (fields?.isRegistered) return { ...content, registered_id: registered_id || null, header: header || null }
  if (fields?.hasButtons) return { ...content, ...contentOfParts(parts) }
  return content
}

export const newTemplateOf = (draft: Draft): CreateTemplateRequest => ({
  ...contentOf(draft),
  category: draft.category,
  name: draft.name.trim(),
  channel: draft.channel,
  language: draft.language.trim(),
})

/** The variables of all parts that the channel has, in reading order. */
export function variablesOf({ channel, subject, text, html, parts }: Draft): string[] {
  const fields = channelOf(channel)
  const { before, behind } = fields?.hasButtons ? textsOfParts(parts) : { before: [], behind: [] }
  return variablesIn(
    ...(fields?.isMail ? [subject] : []),
    ...before,
    text,
    ...(fields?.isMail ? [html] : []),
    ...behind,
  )
}

/** With these values in it: of fields that the channel has. */
export function shownOf(
  { channel, subject, text, html, parts }: Draft,
  values: Readonly<Record<string, string>>,
): PreviewContent {
  const fields = channelOf(channel)
  const filled = (written: string) => fill(written, values)
  return {
    channel,
    subject: fields?.isMail ? filled(subject) : null,
    text: filled(text),
    html: fields?.isMail && html ? fillHtml(html, values) : null,
    ...(fields?.hasButtons && shownParts(parts, filled)),
  }
}

/** True when there is nothing to preview. */
export const isBlank = ({ text, subject, html, header, footer, buttons = [] }: PreviewContent): boolean =>
  !text && !subject && !html && !header && !footer && buttons.length === 0
