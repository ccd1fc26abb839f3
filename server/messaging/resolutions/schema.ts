// What is asked and said of deliveries of which nobody knows whether they left.

import { pageQuery } from '#edge/paging.ts'
import { In, oneOf, type Static, Type } from '#kit/wire.ts'
import { resolutions } from './rules.ts'

export const DeliveryQuery = In.object({
  ...pageQuery('dlv'),
  outcome: Type.Unsafe<'unknown'>({
    ...oneOf(['unknown']),
    description: 'Those of which nobody knows whether they left. All others are listed by their message.',
  }),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

export const NewResolution = In.object({
  as: Type.Unsafe<Static<ReturnType<typeof oneOf<typeof resolutions>>>>({
    ...oneOf(resolutions, 'DeliveryResolution'),
    description:
      '`sent`: it left, and its charge stays. `not_sent`: it has failed, and its charge is given back. `again`: it is sent once more, without another charge; who got the first one gets it twice.',
  }),
})
export type NewResolution = Static<typeof NewResolution>
