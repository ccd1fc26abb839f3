// API schemas for requesting and completing a password reset.

import { EMAIL_MAX } from '#kit/email-address.ts'
import { In } from '#kit/wire.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#people/identity/rules.ts'

const TOKEN_MAX = 100

export const ResetRequest = In.object({ email: In.line(EMAIL_MAX) })
export const NewPassword = In.object({
  token: In.line(TOKEN_MAX),
  password: In.text(PASSWORD_MAX, PASSWORD_MIN),
})
