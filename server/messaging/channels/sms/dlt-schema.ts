// The DLT registration of an SMS account, as the API accepts it.

import { In, Type } from '#kit/wire.ts'

const DLT_ID_MAX = 100
/** SMPP 3.4, 5.3.2: the range of vendor-specific tags. */
const TAG_MIN = 0x1400
const TAG_MAX = 0x3fff

const described = <Schema extends object>(schema: Schema, description: string): Schema => ({ ...schema, description })
const tag = (standard: number, of: string) =>
  Type.Optional(
    Type.Integer({ minimum: TAG_MIN, maximum: TAG_MAX, default: standard, description: `SMPP TLV tag of the ${of}.` }),
  )

export const Dlt = In.object(
  {
    entity_id: described(In.line(DLT_ID_MAX), 'Principal entity ID (PE ID), as registered on the DLT platform.'),
    chain: Type.Optional(
      In.nullable(
        described(
          In.line(DLT_ID_MAX),
          "Telemarketer IDs of the chain, or their hash, in the provider's format. Null if the provider fills it in.",
        ),
      ),
    ),
    entity_tag: tag(0x1400, 'principal entity ID'),
    template_tag: tag(0x1401, 'DLT template ID'),
    chain_tag: tag(0x1402, 'telemarketer chain'),
  },
  'SmsDlt',
)
