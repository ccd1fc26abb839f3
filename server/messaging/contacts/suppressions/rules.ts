// Pure rules of suppressed addresses: how one is written, so that it is found again.

import { readContactAddress } from '#kit/email-address.ts'
import type { Reading } from '#kit/wire.ts'
import type { PricedChannel } from '#money/pricing/rules.ts'
import { readLine, readPhoneNumber } from '../rules.ts'

const readers: Record<PricedChannel, (text: string) => Reading<string>> = {
  email(text) {
    const reading = readContactAddress(text)
    return 'value' in reading ? { value: reading.value.toLowerCase() } : reading
  },
  sms: readPhoneNumber,
  // A phone number, or the app's own id of the user.
  app(text) {
    const phone = readPhoneNumber(text)
    return 'value' in phone ? phone : readLine(text)
  },
}

/** As contacts have it; a mail address in small letters. */
export function suppressedAddress(channel: PricedChannel, text: string): Reading<string> {
  return readers[channel](text)
}
