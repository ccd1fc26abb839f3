// Retries what a busy machine refuses for lack of a connection.

import { isOpenedTooLate } from '#kit/database/transaction-pool.ts'
import { Refusal } from '#kit/refusals.ts'

/** Each try waits for a connection as long as the program does. */
const TRIES_MAX = 60

/** On a busy machine opening a connection may take longer than the program waits for it. */
export async function whenReachable<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await act()
    } catch (error) {
      const isLate = (error instanceof Refusal && error.code === 'temporarily_unavailable') || isOpenedTooLate(error)
      if (!isLate || tries === TRIES_MAX) throw error
    }
}
