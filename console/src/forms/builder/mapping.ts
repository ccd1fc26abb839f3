// Maps fields to the contact fields that they fill. Pure.

import { type ContactField, contactFields, type Field, type FieldType, isAnswered, type MapTo } from '../shape.ts'

const TYPES: Record<ContactField, readonly FieldType[]> = {
  display_name: ['short_text', 'hidden'],
  email: ['email'],
  phone_number: ['phone'],
}

export const isMappable = (field: Pick<Field, 'type'>): boolean =>
  isAnswered(field) && field.type !== 'consent' && field.type !== 'file'

export const contactFieldsOf = ({ type }: Pick<Field, 'type'>): ContactField[] =>
  contactFields.filter((one) => TYPES[one].includes(type))

/** The value of a select: '' for none, `attribute:` with the name for a custom field. */
export const choiceOf = (map: MapTo | undefined): string =>
  map === undefined ? '' : typeof map === 'string' ? map : 'attribute'

/** The field that fills in this part of the contact. */
export const mappedTo = (fields: readonly Field[], target: ContactField): Field | undefined =>
  fields.find(({ map_to }) => map_to === target)

/** The first field for an email address or a phone number fills in that of the contact. */
export function mappedAtFirst(field: Field, fields: readonly Field[]): Field {
  const [target] = contactFieldsOf(field).filter((one) => one !== 'display_name')
  return target === undefined || mappedTo(fields, target) ? field : { ...field, map_to: target }
}

interface Described {
  isMail?: true
}

/** The contact's address field of a channel. */
export const addressOf = (channel: Described | undefined): ContactField => (channel?.isMail ? 'email' : 'phone_number')

/** The channels whose addresses the form asks for. */
export const channelsReached = (
  fields: readonly Field[],
  channels: readonly string[],
  describe: (channel: string) => Described | undefined,
): string[] => channels.filter((channel) => mappedTo(fields, addressOf(describe(channel))) !== undefined)
