// Retries of a provider: repeats each webhook or message until it is accepted.

const AGAIN_AFTER_MS = 150
/** While no server listens, hundreds of retries must leave the processor to the starting one. */
const AGAIN_AFTER_MAX_MS = 2_000
const TELL_TIMEOUT_MS = 4_000

export interface Insisting {
  /** `tell` resolves with true when accepted; `taken` is then called once. */
  begin(tell: () => Promise<boolean>, taken?: () => void): void
  /** Number of items not yet accepted. */
  waiting(): number
  end(): void
}

export function insisting(): Insisting {
  const over = new AbortController()
  let waiting = 0

  async function insist(tell: () => Promise<boolean>, taken: () => void): Promise<void> {
    waiting++
    for (let againMs = AGAIN_AFTER_MS; !over.signal.aborted; againMs = Math.min(2 * againMs, AGAIN_AFTER_MAX_MS)) {
      const isTaken = await Promise.race([tell().catch(() => false), afterwards(TELL_TIMEOUT_MS)])
      if (isTaken) {
        taken()
        break
      }
      await afterwards(againMs)
    }
    waiting--
  }

  return {
    begin: (tell, taken = () => {}) => void insist(tell, taken),
    waiting: () => waiting,
    end: () => over.abort(),
  }
}

const afterwards = (ms: number) => new Promise<false>((resolve) => setTimeout(() => resolve(false), ms).unref())
