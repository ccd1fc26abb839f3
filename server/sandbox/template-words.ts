// The text of a template message as the contact reads it: header, body, footer and buttons with the parameters that the
// provider received. Pure.

import type { Uuid } from '#kit/ids.ts'
import type { WordsRow } from '#messaging/templates/component-queries.ts'
import { headerWith, type TemplateComponents, type TemplateHeader } from '#messaging/templates/components.ts'
import type { Location } from '#messaging/templates/location.ts'
import { fill, namesIn, type Parts, readParts } from '#messaging/templates/variables.ts'

interface ToldParameter {
  type?: string
  text?: string
  payload?: string
  coupon_code?: string
  location?: Partial<Location>
}

/** A template message as sent to the Cloud API: its name, and the parameters of each component. */
export interface ToldTemplate {
  name?: string
  components?: { type: string; sub_type?: string; index?: string; parameters?: ToldParameter[] }[]
}

export interface ReadByContact {
  text: string
  components: TemplateComponents | null
}

/**
 * `fileId`: the message's file. `words`: the template's content; when it is unknown here (undefined), its name and
 * values are shown instead.
 */
export function readByContact(
  template: ToldTemplate,
  words: WordsRow | undefined,
  fileId: Uuid | null = null,
): ReadByContact {
  const values = parametersOf(template, 'body').map((one) => one.text ?? '')
  const parts = words === undefined || words.text === null ? null : readParts(words.text)
  if (parts === null || 'message' in parts)
    return { text: [`[${template.name ?? ''}]`, ...values].join('\n'), components: null }
  const names = words?.provider_parameters ?? namesIn(parts)
  const text = fill(parts, (name) => values[names.indexOf(name)] ?? '')
  return { text, components: words?.components ? componentsOf(template, words.components, fileId) : null }
}

export const parametersOf = ({ components }: ToldTemplate, type: string): ToldParameter[] =>
  components?.find((one) => one.type === type)?.parameters ?? []

const toldOf = ({ components }: ToldTemplate, index: number): ToldParameter | undefined =>
  components?.find((one) => one.type === 'button' && Number(one.index) === index)?.parameters?.[0]

/** Each text has at most one variable. */
function filled(text: string, value: string | undefined): string {
  const parts = readParts(text)
  return 'message' in parts ? text : fill(parts as Parts, () => value ?? '')
}

function componentsOf(
  template: ToldTemplate,
  { header, footer, buttons }: TemplateComponents,
  fileId: Uuid | null,
): TemplateComponents {
  return {
    header: header && headerOf(header, parametersOf(template, 'header')[0], fileId),
    footer,
    buttons: buttons.map((button, index) => {
      if (button.type === 'url') return { ...button, url: filled(button.url, toldOf(template, index)?.text) }
      return button.type === 'copy_code'
        ? { ...button, code: toldOf(template, index)?.coupon_code ?? button.code }
        : button
    }),
  }
}

function headerOf(header: TemplateHeader, told: ToldParameter | undefined, fileId: Uuid | null): TemplateHeader {
  if (header.type === 'text') return { ...header, text: filled(header.text, told?.text) }
  if (header.type === 'location')
    return headerWith(header, (field) => (field === 'text' ? '' : (told?.location?.[field] ?? '')))
  return { ...header, attachment_id: fileId ?? header.attachment_id }
}

/** The payload of a quick reply: as sent in the message, otherwise its label. */
export function payloadOf(raw: string, index: number, label: string): string {
  const { template } = JSON.parse(raw) as { template?: ToldTemplate }
  return (template && toldOf(template, index)?.payload) ?? label
}
