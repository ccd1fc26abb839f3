// Bulk actions on contacts.

import { api } from '../app/api.ts'
import { each, exceptGone, isStatus, type NotDone } from '../app/bulk.ts'
import type { Known } from './named.tsx'

export const deleteAll = async (contacts: readonly Known[]): Promise<NotDone<Known>[]> =>
  exceptGone(await each(contacts, ({ id }) => api.contacts.delete(id)))

/** All in one request; when the server refuses it because of one of them, one by one. */
export async function addAll(
  contacts: readonly Known[],
  add: (ids: string[]) => PromiseLike<unknown>,
): Promise<NotDone<Known>[]> {
  try {
    await add(contacts.map(({ id }) => id))
    return []
  } catch (error) {
    if (contacts.length > 1 && isStatus(error, 404, 409, 410, 422)) return each(contacts, ({ id }) => add([id]))
    return contacts.map((one) => ({ one, error }))
  }
}
