// A wake-up signal: `ring` ends the current wait, or the next one when nobody is waiting.

export class Bell {
  #isRung = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#isRung = true
    this.#wake?.()
  }

  async wait(timeoutMs: number): Promise<void> {
    if (!this.#isRung) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        timer = setTimeout(resolve, timeoutMs)
      })
      clearTimeout(timer)
      this.#wake = undefined
    }
    this.#isRung = false
  }
}
