// A template's header, footer and buttons: as the editor holds them, and as in the API. Pure.

import type { Template } from '@samvad/sdk'
import {
  BUTTONS_MAX,
  BUTTONS_OF_TYPE_MAX,
  type ButtonType,
  buttonTypes,
  filledButtons,
  filledLocation,
  locationFields,
  type MediaType,
  mediaTypes,
  type ShownButton,
  type ShownFile,
  type ShownLocation,
  shownHeader,
} from '../app/chat-parts.ts'

export const headerTypes = ['none', 'text', ...mediaTypes, 'location'] as const
export type HeaderType = 'none' | 'text' | MediaType | 'location'

export type HeaderFile = ShownFile & { id: string }

export interface DraftButton {
  /** Stable while it is edited and moved. */
  key: number
  type: ButtonType
  text: string
  url: string
  phone_number: string
  code: string
}

export interface Parts {
  headerType: HeaderType
  headerText: string
  /** By type, so that switching the type and back keeps the file. */
  files: Partial<Record<MediaType, HeaderFile>>
  location: ShownLocation
  footer: string
  buttons: readonly DraftButton[]
}

let lastKey = 0
const newButton = (type: ButtonType): DraftButton => ({
  key: ++lastKey,
  type,
  text: '',
  url: '',
  phone_number: '',
  code: '',
})

/** As the service names them: `{{name}}` is mostly the contact's. */
const LOCATION: ShownLocation = {
  latitude: '{{latitude}}',
  longitude: '{{longitude}}',
  name: '{{location_name}}',
  address: '{{location_address}}',
}

const NO_PARTS: Parts = {
  headerType: 'none',
  headerText: '',
  files: {},
  location: LOCATION,
  footer: '',
  buttons: [],
}

export function partsOf(template?: Pick<Template, 'header' | 'footer' | 'buttons'>): Parts {
  if (!template) return NO_PARTS
  const header = shownHeader(template.header)
  const id = (template.header as { attachment_id?: string } | null)?.attachment_id
  return {
    headerType: header?.type ?? 'none',
    headerText: header?.type === 'text' ? header.text : '',
    location: header?.type === 'location' ? filledLocation(header, (text) => text) : LOCATION,
    files: header && 'file' in header && header.file && id ? { [header.type]: { ...header.file, id } } : {},
    footer: template.footer ?? '',
    buttons: template.buttons.flatMap((button) => {
      const type = buttonTypes.find((one) => one === button.type)
      return type === undefined ? [] : [{ ...newButton(type), ...given(button) }]
    }),
  }
}

const given = ({ type: _, ...fields }: ShownButton) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'))

/** For a request. A media header without its file is included, so that the server reports what is missing. */
export function contentOfParts(parts: Parts) {
  const { footer, buttons } = parts
  return {
    header: headerOf(parts),
    footer: footer.trim() || null,
    buttons: buttons.map((button) => requested(button)),
  }
}

/** An empty field of a location is a variable. */
function headerOf({ headerType: type, headerText: text, files, location }: Parts) {
  if (type === 'none') return null
  if (type === 'text') return { type, text: text.trim() }
  if (type === 'location') {
    const trimmed = filledLocation(location, (one) => one.trim())
    return { type, ...Object.fromEntries(locationFields.map((field) => [field, trimmed[field] || null])) }
  }
  return { type, attachment_id: files[type]?.id ?? null }
}

function requested({ type, text, url, phone_number, code }: DraftButton) {
  if (type === 'url') return { type, text: text.trim(), url: url.trim() }
  if (type === 'phone_number') return { type, text: text.trim(), phone_number: phone_number.trim() }
  if (type === 'copy_code') return { type, code: code.trim() }
  return { type, text: text.trim() }
}

/** Texts that may contain variables, in reading order. */
export const textsOfParts = ({ headerType, headerText, location, buttons }: Parts) => ({
  before:
    headerType === 'text'
      ? [headerText]
      : headerType === 'location'
        ? locationFields.map((field) => location[field])
        : [],
  behind: buttons.flatMap(({ type, url, code }) => (type === 'url' ? [url] : type === 'copy_code' ? [code] : [])),
})

/** For the preview, with values filled in. */
export function shownParts(parts: Parts, fill: (text: string) => string) {
  const { headerType, headerText, files, location, footer } = parts
  const header =
    headerType === 'none'
      ? null
      : headerType === 'text'
        ? { type: headerType, text: fill(headerText) }
        : headerType === 'location'
          ? { type: headerType, ...filledLocation(location, fill) }
          : { type: headerType, attachment_id: files[headerType]?.id ?? null, ...files[headerType] }
  return { header, footer, buttons: filledButtons(parts.buttons.map(requested), fill) }
}

// --- Buttons: quick replies are adjacent, and so are the others ------------------------------------------------------

type Buttons = readonly DraftButton[]
const isQuick = ({ type }: DraftButton): boolean => type === 'quick_reply'

/** True when one more of the type is allowed. */
export const mayAdd = (buttons: Buttons, type: ButtonType): boolean =>
  buttons.length < BUTTONS_MAX && buttons.filter((one) => one.type === type).length < BUTTONS_OF_TYPE_MAX[type]

/** After the last of its type, otherwise at the end. */
export function addButton(buttons: Buttons, type: ButtonType): DraftButton[] {
  const button = newButton(type)
  const last = buttons.findLastIndex((one) => isQuick(one) === isQuick(button))
  return buttons.toSpliced(last < 0 ? buttons.length : last + 1, 0, button)
}

export const removeButton = (buttons: Buttons, key: number): DraftButton[] => buttons.filter((one) => one.key !== key)

export const changeButton = (buttons: Buttons, key: number, fields: Partial<DraftButton>): DraftButton[] =>
  buttons.map((one) => (one.key === key ? { ...one, ...fields } : one))

/** Moves by one position; at the edge of its kind the whole kind moves past the other. */
export function moveButton(buttons: Buttons, key: number, by: 1 | -1): readonly DraftButton[] {
  const from = buttons.findIndex((one) => one.key === key)
  const [moved, other] = [buttons[from], buttons[from + by]]
  if (!moved || !other) return buttons
  if (isQuick(moved) === isQuick(other)) return buttons.with(from, other).with(from + by, moved)
  const kind = buttons.filter((one) => isQuick(one) === isQuick(moved))
  const others = buttons.filter((one) => isQuick(one) !== isQuick(moved))
  return by === 1 ? [...others, ...kind] : [...kind, ...others]
}
