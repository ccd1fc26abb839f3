// Rules of suppressed addresses: their normalized form, and the contact action that a reason implies. Pure.

import type { AddressField } from '#channels/description.ts'
import { channelDescriptions } from '#channels/table.ts'
import { readContactAddress } from '#kit/email-address.ts'
import type { Reading } from '#kit/wire.ts'
import type { PricedChannel } from '#money/pricing/rules.ts'
import { readLine, readPhoneNumber } from '../rules.ts'
import type { SuppressionReason } from './schema.ts'

const readers: Record<AddressField, (text: string) => Reading<string>> = {
  email(text) {
    const reading = readContactAddress(text)
    return 'value' in reading ? { value: reading.value.toLowerCase() } : reading
  },
  phone_number: readPhoneNumber,
  app_id: readLine,
}

/** In the notation of contacts; an email address in lower case. */
export function suppressedAddress(channel: PricedChannel, text: string): Reading<string> {
  const readings = channelDescriptions[channel].addressFields.map((field) => readers[field](text))
  return readings.find((one) => 'value' in one) ?? (readings.at(-1) as Reading<string>)
}

/** The contact's action that a provider's reason implies, if any. */
export const hookOf: Readonly<Partial<Record<SuppressionReason, 'contact.unsubscribed' | 'contact.complained'>>> = {
  unsubscribed: 'contact.unsubscribed',
  complained: 'contact.complained',
}
