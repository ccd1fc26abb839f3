// A bell that one waits for: rung while nobody waits, the next wait ends at once.

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
