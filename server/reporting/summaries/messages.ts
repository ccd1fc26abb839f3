// The texts of tips in monthly summaries, in English and Hindi. Pure: the console also imports this file.

import { priceKindDescriptions } from '#channels/table.ts'
import { kindNamesIn, several } from '#channels/words.ts'
import { rupees as inRupees } from '#kit/india/amounts.ts'
import { type Language, type Params, renderIfPossible } from '#kit/messages/texts.ts'

interface ReplyInSession {
  messages: number
  cost: string
  session_cost: string
}
interface NextTier {
  kind: string
  missing: number
  price: string
  next_price: string
}
interface Bounced {
  kind: string
  messages: number
}

const number = (value: number): string => value.toLocaleString('en-IN')
/** The catalogue check also formats texts with lists as parameters. */
const rupees = (amount: string | readonly string[]): string => inRupees(String(amount))

const counted = (value: number, one: string, many = several(one)): string =>
  `${number(value)} ${value === 1 ? one : many}`

const asReplies = (messages: number): string =>
  messages === 1 ? 'a reply within 24 hours, it' : 'replies within 24 hours, they'

const kinds: Readonly<Record<string, { singular: string }>> = priceKindDescriptions
const singular = (kind: string): string => kinds[kind]?.singular ?? `${kind} message`
const hindiKinds: Readonly<Record<string, string>> = kindNamesIn('hi')
const hindiKind = (kind: string): string => hindiKinds[kind] ?? kind

const en = {
  reply_in_session: ({ messages, cost, session_cost }: ReplyInSession) =>
    `${counted(messages, 'template message')} sent more than 24 hours after the contact's last message cost ${rupees(cost)}. Sent as ${asReplies(messages)} would have cost ${rupees(session_cost)}.`,
  next_tier: ({ kind, missing, price, next_price }: NextTier) =>
    `${number(missing)} more ${several(singular(kind), missing)} would have reached the next price tier, where each further message costs ${rupees(next_price)} instead of ${rupees(price)}. The saving is for as many messages as this month.`,
  next_tier_volume: ({ kind, missing, price, next_price }: NextTier) =>
    `${number(missing)} more ${several(singular(kind), missing)} would have reached the next price tier, where every message of the month costs ${rupees(next_price)} instead of ${rupees(price)}. The saving is for as many messages as this month.`,
  addresses_that_bounce: ({ kind, messages, addresses }: Bounced & { addresses: number }) =>
    `${counted(messages, singular(kind))} to ${counted(addresses, 'address', 'addresses')} could not be delivered. Correct or remove these addresses.`,
  messages_that_bounce: ({ kind, messages }: Bounced) =>
    `${counted(messages, singular(kind))} could not be delivered. Correct or remove these addresses.`,
  sms_encoding: ({ messages, segments, character }: { messages: number; segments: number; character: string }) =>
    `A single character outside the GSM alphabet, most often “${character}”, added ${counted(segments, 'segment')} to ${counted(messages, 'SMS', 'SMS')}. Remove it.`,
  auto_recharge_headroom: ({ lowest, threshold, enough }: { lowest: string; threshold: string; enough: string }) =>
    `The balance never fell below ${rupees(lowest)}. An auto-recharge threshold of ${rupees(enough)} instead of ${rupees(threshold)} would have been enough.`,
}

const hi: typeof en = {
  reply_in_session: ({ messages, cost, session_cost }) =>
    `संपर्क का पिछला संदेश आने के 24 घंटे बाद ${number(messages)} टेम्पलेट संदेश भेजे गए, ख़र्च ${rupees(cost)}। 24 घंटे के अंदर जवाब देते, तो ${rupees(session_cost)} लगते।`,
  next_tier: ({ kind, missing, price, next_price }) =>
    `${hindiKind(kind)}: ${number(missing)} और भेजने पर अगला स्लैब शुरू हो जाता। उसमें आगे का हर संदेश ${rupees(price)} की जगह ${rupees(next_price)} का है। बचत इस महीने जितने संदेशों पर बताई गई है।`,
  next_tier_volume: ({ kind, missing, price, next_price }) =>
    `${hindiKind(kind)}: ${number(missing)} और भेजने पर अगला स्लैब शुरू हो जाता। उसमें महीने का हर संदेश ${rupees(price)} की जगह ${rupees(next_price)} का है। बचत इस महीने जितने संदेशों पर बताई गई है।`,
  addresses_that_bounce: ({ kind, messages, addresses }) =>
    `${hindiKind(kind)}: ${number(messages)} संदेश नहीं पहुँचे (पते: ${number(addresses)})। इन पतों को सुधारें या हटा दें।`,
  messages_that_bounce: ({ kind, messages }) =>
    `${hindiKind(kind)}: ${number(messages)} संदेश नहीं पहुँचे। इन पतों को सुधारें या हटा दें।`,
  sms_encoding: ({ messages, segments, character }) =>
    `GSM के बाहर के सिर्फ़ एक अक्षर (ज़्यादातर “${character}”) की वजह से ${number(messages)} SMS में ${number(segments)} सेगमेंट बढ़ गए। उस अक्षर को हटा दें।`,
  auto_recharge_headroom: ({ lowest, threshold, enough }) =>
    `बैलेंस कभी ${rupees(lowest)} से कम नहीं हुआ। ऑटो-रिचार्ज की सीमा ${rupees(threshold)} की जगह ${rupees(enough)} रखते, तो भी काफ़ी होता।`,
}

export const tipTexts = { en, hi }

interface Told {
  code: string
  kind: string | null
  params: Params
}

/** Null for a tip, or parameters, of another version. */
export function tipText(language: Language, { code, kind, params }: Told): string | null {
  const key = keyOf(code, params)
  if (!Object.hasOwn(en, key)) return null
  return renderIfPossible(tipTexts[language][key as keyof typeof en], kind === null ? params : { kind, ...params })
}

function keyOf(code: string, params: Params): string {
  if (code === 'next_tier' && params.mode === 'volume') return 'next_tier_volume'
  return code === 'addresses_that_bounce' && params.addresses === 0 ? 'messages_that_bounce' : code
}
