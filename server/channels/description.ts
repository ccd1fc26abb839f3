// What describes a channel to the whole program: its words, its prices and where it finds an address. Pure data, so
// that money and contacts can read it too. How a channel works is in messaging/channels.

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
  /** One message of it, within a sentence: `app message`. English adds an s for several, Hindi does not. */
  message: Words
  /** As descriptions of transactions count it, in English: `1 email`, `3 SMS`. */
  counted: readonly [one: string, several: string]
  /** Its addresses are in these fields of a contact. A text is read as the first of them that it fits. */
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
  /** One message of it in English, within a sentence. */
  singular: string
  /** Its texts travel in segments, as SMS do. */
  hasSegments?: true
  /** The same message is of this kind while the contact's session is open. */
  inSession?: string
}
