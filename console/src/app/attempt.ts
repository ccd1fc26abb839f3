// What somebody asked for, done; where it is refused it is said at the edge, and what waits for it stays as it was.

import { tell } from '../design/toast.tsx'
import { useErrorWords } from './errors.tsx'

/** `attempt(() => api.lists.delete(id), w.deleted)`: throws on, so that a dialog stays open. */
export function useAttempt(): <Result>(act: () => PromiseLike<Result>, done?: string) => Promise<Result> {
  const say = useErrorWords()
  return async (act, done) => {
    try {
      const result = await act()
      if (done !== undefined) tell(done)
      return result
    } catch (error) {
      const { title, detail } = say(error)
      tell(title, { detail, isBad: true })
      throw error
    }
  }
}
