// What a transaction is for, in Hindi: the service writes English, of a few kinds. What an operator or another person
// wrote stays as it is. Pure.

import { channelNamesIn } from '#channels/words.ts'
import { type Form, sayBy } from '../app/said-by.ts'
import { rupees } from '../design/rupees.ts'

const CHANNELS: Readonly<Record<string, string>> = channelNamesIn('hi')
const CHANNEL = Object.keys(CHANNELS).join('|')
const REASONS: Record<string, string> = {
  'duplicate charge': 'दो बार कटौती',
  'system error': 'सिस्टम की गड़बड़ी',
  'service downtime': 'सेवा बंद रही',
}

const FORMS: readonly Form[] = [
  [
    new RegExp(`^(\\d+) (${CHANNEL}) messages? at ([\\d.]+)$`),
    (count = '', channel = '', price = '') => `${count} ${CHANNELS[channel]} संदेश, ${rupees(price)} की दर से`,
  ],
  [/^Recharge$/, () => 'रिचार्ज'],
  [/^Automatic recharge$/, () => 'अपने-आप हुआ रिचार्ज'],
  [/^Recharge, paid a second time$/, () => 'रिचार्ज, दूसरी बार चुकाया गया'],
  [/^Recharge, paid after a failure$/, () => 'रिचार्ज, विफल होने के बाद चुकाया गया'],
  [/^Reversal of (\d+) messages: .*$/, (count = '') => `${count} संदेशों का पैसा वापस`],
  [/^Reversal: .*$/, () => 'संदेश का पैसा वापस'],
  [/^Refund to the source: (.*)$/, (reason = '') => `भुगतान के स्रोत को रिफ़ंड: ${REASONS[reason] ?? reason}`],
  [/^Refund: (.*)$/, (reason = '') => `रिफ़ंड: ${REASONS[reason] ?? reason}`],
  [
    new RegExp(`^Re-rate of (\\d{4}-\\d{2}): (\\d+) (${CHANNEL}) messages? at ([\\d.]+)$`),
    (month = '', count = '', channel = '', price = '') =>
      `${month} की नई दर: ${count} ${CHANNELS[channel]} संदेश, ${rupees(price)} की दर से`,
  ],
]

export function saidOf(description: string, language: 'en' | 'hi'): string {
  return language === 'en' ? description : sayBy(FORMS, description)
}
