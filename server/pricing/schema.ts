// The price list in force as the API shows it: service.md §1 rules 3 to 5, decisions §5.

import { formatMicros } from '#kit/money.ts'
import { Out, oneOf, publicId, type Static, seconds, Type } from '#kit/wire.ts'
import type { PriceList, Tier } from './rules.ts'

const Prices = Type.Object(
  {
    mode: oneOf(['graduated']),
    tiers: Type.Array(
      Type.Object({
        from: Type.Integer({
          description: "The first message of the month that the tier holds, by the channel's count.",
        }),
        up_to: Out.nullable(Type.Integer({ description: 'The last one; null for no end.' })),
        price: Out.amount(),
      }),
    ),
  },
  { $id: 'Prices' },
)

export const PublicPriceList = Type.Object(
  {
    id: Out.id('plist'),
    name: Type.String(),
    currency: Type.String(),
    effective_from: Out.time(),
    prices: Type.Object({ email: Prices, app_session: Prices, app_template: Prices, sms: Prices }),
  },
  { $id: 'PriceList' },
)

export function showPriceList({ id, name, effectiveFrom, tiers }: PriceList): Static<typeof PublicPriceList> {
  return {
    id: publicId('plist', id),
    name,
    currency: 'INR',
    effective_from: seconds(effectiveFrom),
    prices: {
      email: showTiers(tiers.email),
      app_session: showTiers(tiers.app_session),
      app_template: showTiers(tiers.app_template),
      sms: showTiers(tiers.sms),
    },
  }
}

function showTiers(tiers: readonly Tier[]): Static<typeof Prices> {
  return {
    mode: 'graduated',
    tiers: tiers.map(({ upTo, priceMicros }, index) => ({
      from: Number(tiers[index - 1]?.upTo ?? 0n) + 1,
      up_to: upTo === null ? null : Number(upTo),
      price: formatMicros(priceMicros),
    })),
  }
}
