// Something that is done by a press: what it changes is asked for anew, what could not be is told.

import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { tell } from '../design/toast.tsx'
import { useErrorWords } from './errors.tsx'

/** Asks anew for all that begins with one of the keys. */
export function useAskAnew(): (...keys: QueryKey[]) => Promise<unknown> {
  const client = useQueryClient()
  return (...keys) => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** `act(() => api.tokens.delete(id), ['tokens'])`: true once it is done, false where it failed, which is told. */
export function useAct(): (what: () => PromiseLike<unknown>, ...keys: QueryKey[]) => Promise<boolean> {
  const askAnew = useAskAnew()
  const wordsOf = useErrorWords()
  return async (what, ...keys) => {
    try {
      await what()
    } catch (error) {
      const { title, detail } = wordsOf(error)
      tell(title, { detail, isBad: true })
      return false
    }
    await askAnew(...keys)
    return true
  }
}

/** All of a list: for what is chosen from, and is short. */
export async function allOf<Row>(list: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of list) rows.push(row)
  return rows
}
