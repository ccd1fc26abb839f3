// Templates at a provider with numbered placeholders: their registration, and a message's parameters. Each component
// numbers its own placeholders. Pure.

import type { OutboundComponents } from '#messaging/channels/adapter.ts'
import type { NumberedComponents } from '#messaging/channels/template-registrar.ts'
import { inUrl, type ReadComponents, type TemplateHeader, withValues } from './components.ts'
import type { ReadTemplate, Variables } from './rules.ts'
import { fill, namesIn, type Parts, readParts } from './variables.ts'

/** The values of the body's placeholders, in the order registered at the provider. */
export function parametersOf(
  { text, html }: ReadTemplate,
  variables: Variables,
  order: readonly string[] | null = null,
): string[] {
  return (order ?? namesIn(text ?? html)).map((name) => variables[name] ?? '')
}

/** The text with numbered placeholders, the name of each number, and the other components, if any. */
export function numbered({ text, html, components }: ReadTemplate): {
  text: string
  variables: string[]
  components: NumberedComponents | null
} {
  return { ...numberedParts((text ?? html) as Parts), components: components && numberedComponents(components) }
}

function numberedParts(parts: Parts): { text: string; variables: string[] } {
  const variables = namesIn(parts)
  return { text: fill(parts, (name) => `{{${variables.indexOf(name) + 1}}}`), variables }
}

function numberedComponents({ components: { header, footer, buttons }, places }: ReadComponents): NumberedComponents {
  const at = (field: string) => numberedParts(places.find((place) => place.field === field)?.parts as Parts)
  return {
    header: header?.type === 'text' ? { type: 'text', ...at('header.text') } : header && { type: header.type },
    footer,
    buttons: buttons.map((button, index) => {
      if (button.type === 'url') {
        const { text: url, variables } = at(`buttons[${index}].url`)
        return { ...button, url, variables }
      }
      return button.type === 'copy_code' ? { ...button, variables: at(`buttons[${index}].code`).variables } : button
    }),
  }
}

/** The parameters of header and buttons for the adapter. */
export function outboundComponents(read: ReadComponents, variables: Variables): OutboundComponents {
  const { header: filled } = withValues(read, (name) => variables[name] ?? '')
  const { header, buttons } = read.components
  const value = (text: string): string | null => {
    const parts = readParts(text)
    const [name] = 'names' in parts ? parts.names : []
    return name === undefined ? null : (variables[name] ?? '')
  }
  return {
    header: header?.type === 'text' ? { type: 'text', parameter: value(header.text) } : placeOrFile(filled),
    buttons: buttons.flatMap((button, index): OutboundComponents['buttons'][number][] => {
      if (button.type === 'quick_reply') return [{ index, type: 'quick_reply', value: button.text }]
      if (button.type === 'copy_code') return [{ index, type: 'copy_code', value: value(button.code) ?? button.code }]
      const suffix = button.type === 'url' ? value(button.url) : null
      return suffix === null ? [] : [{ index, type: 'url', value: inUrl(suffix) }]
    }),
  }
}

/** A location is sent to the provider completely; a file is sent with the message. */
function placeOrFile(filled: TemplateHeader | null): OutboundComponents['header'] {
  if (filled === null || filled.type === 'location') return filled
  return filled.type === 'text' ? null : { type: filled.type }
}
