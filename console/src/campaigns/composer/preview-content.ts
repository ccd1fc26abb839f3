// The preview of a draft before the server can fill it, and the parts of its template with their own variables. Pure.

import { filledButtons, filledHeader, type ShownButton } from '../../app/chat-parts.ts'
import { fill, fillHtml } from '../../app/template-fill.ts'
import { fallbackValues } from './sources.ts'
import type { Written } from './written.ts'

type Values = Readonly<Record<string, string>>

interface Parts {
  header?: unknown
  footer?: string | null | undefined
  buttons?: readonly ShownButton[] | undefined
}

interface Content {
  subject: string | null
  text: string | null
  html: string | null
}

type Template = Content & Parts

function templateParts({ header, footer, buttons }: Template, values: Values): Parts {
  const filled = (text: string) => fill(text, values)
  return {
    header: filledHeader(header, filled),
    footer: footer ?? null,
    buttons: filledButtons(buttons ?? [], filled),
  }
}

/** As the server filled them, if it did; otherwise the template's parts filled with the same values. */
export function partsOf(template: Template | undefined, entry: Parts & { variables: Values }): Parts {
  if ('buttons' in entry) return {}
  return template ? templateParts(template, entry.variables) : {}
}

/** Null without any content. */
export function draftContent(
  written: Written,
  template: Template | undefined,
): (Content & Parts & { channel: string }) | null {
  const { channel, isOwn, subject, text, html, variables } = written
  const values = fallbackValues(variables)
  if (!isOwn && !template) return null
  const content = isOwn ? { subject, text, html } : (template as Template)
  if (!content.subject && !content.text && !content.html) return null
  return {
    channel,
    subject: content.subject && fill(content.subject, values),
    text: content.text && fill(content.text, values),
    html: content.html && fillHtml(content.html, values),
    ...(!isOwn && templateParts(template as Template, values)),
  }
}
