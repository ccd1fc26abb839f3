// Describes a channel to the whole program: its names, its prices and its address fields. Pure data, so that money and
// contacts can read it too. How a channel works is in messaging/channels.

/** The fields of a contact that hold an address or an id. */
export const addressFields = ['email', 'phone_number', 'app_id'] as const
export type AddressField = (typeof addressFields)[number]

export interface Words {
  en: string
  hi: string
}

export interface ChannelDescription {
  /** Within a sentence: `email`, `SMS`. */
  name: Words
  /**
   * The noun for one message, within a sentence: `app message`. The English plural adds an s, the Hindi plural is the
   * same word.
   */
  message: Words
  /** The singular and the plural in descriptions of transactions, in English: `1 email`, `3 SMS`. */
  counted: readonly [one: string, several: string]
  /** The contact fields that hold its addresses. A text is read as the first of them for which it is valid. */
  addressFields: readonly [AddressField, ...AddressField[]]
  /** Kinds with their own price. All kinds of a channel share its monthly count. */
  priceKinds: Readonly<Record<string, PriceKindDescription>>
  /** spec 8.14: from this many messages in a month enterprise pricing applies; null: never. */
  enterpriseFrom: bigint | null
  /** Chart color in documents, as `#rrggbb`. The console has its own colors. */
  color: string
}

export interface PriceKindDescription {
  /** In a list: `App template messages`. */
  name: Words
  /** The noun for one message in English, within a sentence. */
  singular: string
  /** Its messages are sent in segments, like SMS. */
  hasSegments?: true
  /** The price kind that applies instead while the contact's session is open. */
  inSession?: string
}
