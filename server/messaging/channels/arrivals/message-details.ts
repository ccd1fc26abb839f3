// Provider data about a message other than its content.

/** As stored, and as in the API. Unset when the provider does not report it. */
export interface MessageDetails {
  /** `often`: forwarded many times. */
  forwarded?: 'once' | 'often'
  /** The product that the contact asks about. */
  product?: { catalog_id: string | null; product_retailer_id: string }
  /** The contact's order from a catalog. */
  order?: OrderDetails
  /** The ad or post that led the contact to write. */
  referral?: Record<ReferralField, string | null>
  /** The button of a message that the contact pressed, or the row of its list that they chose. */
  button_reply?: ButtonReply
}

export const replyTypes = ['template_button', 'button', 'list'] as const

export interface ButtonReply {
  type: (typeof replyTypes)[number]
  /** The id of a button or row, or the payload of a template's quick reply; null when the provider reports none. */
  id: string | null
  title: string
  description: string | null
}

export interface OrderDetails {
  catalog_id: string | null
  items: {
    product_retailer_id: string
    quantity: number | null
    /** Price of one item as decimal text; null when it is missing or invalid. */
    price: string | null
    currency: string | null
  }[]
}

export const referralFields = [
  'source_type',
  'source_id',
  'source_url',
  'headline',
  'body',
  'media_type',
  'image_url',
  'video_url',
  'thumbnail_url',
  'ctwa_clid',
  'welcome_message',
] as const
export type ReferralField = (typeof referralFields)[number]
