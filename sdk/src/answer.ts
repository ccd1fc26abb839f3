// The result of a call: the response's data, and on request the complete response.

import { Promised } from './promised.ts'

export interface Received<T> {
  data: T
  /** The response with status and headers; its body has been read, unless `data` is the response itself. */
  response: Response
}

/** Awaiting it returns the data: `const message = await samvad.messages.send(…)`. The call has already started. */
export class Answer<T> extends Promised<T> {
  readonly #received: Promise<Received<T>>

  constructor(received: Promise<Received<T>>) {
    super()
    this.#received = received
  }

  protected begin(): Promise<T> {
    return this.#received.then(({ data }) => data)
  }

  /** With the response: `const { data, response } = await samvad.messages.send(…).withResponse()`. */
  withResponse(): Promise<Received<T>> {
    return this.#received
  }
}
