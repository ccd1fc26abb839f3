// API schemas of deliveries with an unknown outcome.

import { pageQuery } from '#edge/paging.ts'
import { In, oneOf, type Static, Type } from '#kit/wire.ts'
import { resolutions } from './rules.ts'

export const DeliveryQuery = In.object({
  ...pageQuery('dlv'),
  outcome: Type.Unsafe<'unknown'>({
    ...oneOf(['unknown']),
    description:
      '`unknown` is the only value: deliveries with an unknown outcome. Others are listed per message (`GET /v1/messages/{id}/deliveries`).',
  }),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

export const NewResolution = In.object({
  as: Type.Unsafe<Static<ReturnType<typeof oneOf<typeof resolutions>>>>({
    ...oneOf(resolutions, 'DeliveryResolution'),
    description:
      '`sent`: it was sent, and stays charged. `not_sent`: it failed, and its charge is reversed. `again`: it is sent again without another charge; the recipient may get it twice.',
  }),
})
export type NewResolution = Static<typeof NewResolution>
