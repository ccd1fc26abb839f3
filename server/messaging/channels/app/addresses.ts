// Contacts' addresses in Meta's webhooks. Pure.

import { type Fields, textOf } from './json-values.ts'

/** A phone number with its plus; any other value stays as Meta writes it. */
export const addressOfNumber = (number: string): string => (/^\d+$/.test(number) ? `+${number}` : number)

/** The sender's id within the business, if there is one, then the phone number, if it is shown. */
export function addressesOf(message: Fields | null, people: readonly Fields[]): string[] {
  const person = personOf(message, people)
  const userId = textOf(message?.from_user_id) ?? textOf(person?.user_id)
  const number = textOf(message?.from) ?? textOf(person?.wa_id)
  return [...(userId === null ? [] : [userId]), ...(number === null ? [] : [addressOfNumber(number)])]
}

/** The contact entry of the message's sender; if there is only one, that one. */
export function personOf(message: Fields | null, people: readonly Fields[]): Fields | undefined {
  const from = textOf(message?.from)
  const userId = textOf(message?.from_user_id)
  const writer = people.find(
    (one) => (from !== null && textOf(one.wa_id) === from) || (userId !== null && textOf(one.user_id) === userId),
  )
  return writer ?? (people.length === 1 ? people[0] : undefined)
}
