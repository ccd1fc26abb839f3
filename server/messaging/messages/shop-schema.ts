// API schemas of products, orders and ads that a contact's message refers to.

import { Out, Type } from '#kit/wire.ts'

export const ReferredProduct = Type.Object(
  { catalog_id: Out.nullable(Type.String()), product_retailer_id: Type.String() },
  { $id: 'ReferredProduct' },
)

export const Order = Type.Object(
  {
    catalog_id: Out.nullable(Type.String()),
    items: Type.Array(
      Type.Object({
        product_retailer_id: Type.String(),
        quantity: Out.nullable(Type.Integer()),
        price: Type.Unsafe<string | null>({
          ...Out.nullable(Type.String()),
          description: "Unit price from the contact's catalog, as a decimal string.",
        }),
        currency: Type.Unsafe<string | null>({
          ...Out.nullable(Type.String()),
          description: 'ISO 4217 currency code of the price.',
        }),
      }),
    ),
  },
  { $id: 'Order' },
)

export const Referral = Type.Object(
  {
    source_type: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: 'Type of the source, as reported by WhatsApp: `ad` or `post`.',
    }),
    source_id: Out.nullable(Type.String()),
    source_url: Out.nullable(Type.String()),
    headline: Out.nullable(Type.String()),
    body: Out.nullable(Type.String()),
    media_type: Out.nullable(Type.String()),
    image_url: Out.nullable(Type.String()),
    video_url: Out.nullable(Type.String()),
    thumbnail_url: Out.nullable(Type.String()),
    ctwa_clid: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: "Click ID for Meta's Conversions API. Null for ads in WhatsApp status.",
    }),
    welcome_message: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: 'Greeting that the ad showed.',
    }),
  },
  { $id: 'Referral' },
)
