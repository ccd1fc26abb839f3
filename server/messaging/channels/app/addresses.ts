// Addresses of contacts as webhooks of Meta name them. Pure.

import { type Fields, textOf } from './json-values.ts'

/** A number with its plus; what is no number is as Meta writes it. */
export const addressOfNumber = (number: string): string => (/^\d+$/.test(number) ? `+${number}` : number)

/** By its id within the business, where it has one, and by its phone number, where that is shown. */
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
