// Those who do not give up telling: a provider brings what it has to say again and again, until it was taken.

const AGAIN_AFTER_MS = 150
/** While nobody listens, hundreds of them must not take the machine from those who are to listen. */
const AGAIN_AFTER_MAX_MS = 2_000
const TELL_TIMEOUT_MS = 4_000

export interface Insisting {
  /** `tell` says whether it was taken; `taken` is called once, when it was. */
  begin(tell: () => Promise<boolean>, taken?: () => void): void
  /** How much nobody has taken yet. */
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
