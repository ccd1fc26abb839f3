// Runs the action of a button: refetches the queries it changes, and shows a failure as a toast.

import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { tell } from '../design/toast.tsx'
import { useErrorWords } from './errors.tsx'

/** Refetches all queries whose key starts with one of these. */
export function useAskAnew(): (...keys: QueryKey[]) => Promise<unknown> {
  const client = useQueryClient()
  return (...keys) => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** `attempt(() => api.lists.delete(id), w.deleted)`: throws on, so that a dialog stays open. */
export function useAttempt(): <Result>(what: () => PromiseLike<Result>, done?: string) => Promise<Result> {
  const wordsOf = useErrorWords()
  return async (what, done) => {
    try {
      const result = await what()
      if (done !== undefined) tell(done)
      return result
    } catch (error) {
      const { title, detail } = wordsOf(error)
      tell(title, { detail, isBad: true })
      throw error
    }
  }
}

/** `act(() => api.tokens.delete(id), ['tokens'])`: true once it is done, false where it failed. */
export function useAct(): (what: () => PromiseLike<unknown>, ...keys: QueryKey[]) => Promise<boolean> {
  const attempt = useAttempt()
  const askAnew = useAskAnew()
  return async (what, ...keys) => {
    const isDone = await attempt(what).then(
      () => true,
      () => false,
    )
    if (isDone) await askAnew(...keys)
    return isDone
  }
}

/** All rows of a short list, for choosing from. */
export async function allOf<Row>(list: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of list) rows.push(row)
  return rows
}
