// Changing one's own address: the console's requests and responses.

import { EMAIL_MAX } from '#kit/email-address.ts'
import { In, Out, Type } from '#kit/wire.ts'

const TOKEN_MAX = 100

export const AddressWanted = In.object({ email: In.line(EMAIL_MAX) })
export const AddressLink = In.object({ token: In.line(TOKEN_MAX) })

export const OwnAddress = Type.Object(
  {
    email: Type.String(),
    pending: Out.nullable(Type.Object({ email: Type.String(), expires_at: Out.time() }, { $id: 'PendingAddress' })),
  },
  { $id: 'OwnAddress' },
)
