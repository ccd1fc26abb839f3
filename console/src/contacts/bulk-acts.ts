// One act on many contacts: what could not be done is told of each, the rest is done.

import { type Contact, SamvadError } from '@samvad/sdk'
import { api } from '../app/api.ts'

export interface NotDone {
  contact: Contact
  error: unknown
}

const AT_ONCE = 4

async function each(contacts: readonly Contact[], act: (id: string) => PromiseLike<unknown>): Promise<NotDone[]> {
  const failed: NotDone[] = []
  const waiting = [...contacts]
  const work = async () => {
    for (let contact = waiting.shift(); contact; contact = waiting.shift()) {
      try {
        await act(contact.id)
      } catch (error) {
        failed.push({ contact, error })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failed
}

const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof SamvadError && error.status !== null && statuses.includes(error.status)

/** Gone already is what was wanted. */
export const deleteAll = async (contacts: readonly Contact[]): Promise<NotDone[]> =>
  (await each(contacts, (id) => api.contacts.delete(id))).filter(({ error }) => !isStatus(error, 404, 410))

/** All together; where the service takes offence at one of them, one by one. */
export async function addAll(
  contacts: readonly Contact[],
  add: (ids: string[]) => PromiseLike<unknown>,
): Promise<NotDone[]> {
  try {
    await add(contacts.map(({ id }) => id))
    return []
  } catch (error) {
    if (contacts.length > 1 && isStatus(error, 404, 409, 410, 422)) return each(contacts, (id) => add([id]))
    return contacts.map((contact) => ({ contact, error }))
  }
}
