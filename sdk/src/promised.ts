// A lazy promise for a call or list: it starts when it is first awaited.

/** The same signature as a promise's, so that callers can declare what they catch. */
type Failed<B> = ((reason: any) => B | PromiseLike<B>) | null

export abstract class Promised<T> implements Promise<T> {
  readonly [Symbol.toStringTag]: string = 'Promise'
  #begun: Promise<T> | undefined

  protected abstract begin(): Promise<T>

  #value(): Promise<T> {
    this.#begun ??= this.begin()
    return this.#begun
  }

  // Awaiting it starts the call.
  // oxlint-disable-next-line unicorn/no-thenable
  then<A = T, B = never>(done?: ((value: T) => A | PromiseLike<A>) | null, failed?: Failed<B>): Promise<A | B> {
    return this.#value().then(done, failed)
  }

  catch<B = never>(failed?: Failed<B>): Promise<T | B> {
    return this.#value().catch(failed)
  }

  finally(ended?: (() => void) | null): Promise<T> {
    return this.#value().finally(ended)
  }
}
