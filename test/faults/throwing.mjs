// Loaded before the program, by `--import`: requests with a certain header hit an uncaught defect. Not part of the
// product.

import { Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'

const HEADER = 'x-test-defect'
const { end, writeHead } = ServerResponse.prototype

/** Run instead of the answer. Each fails in a different place, still as part of the request. */
const defects = {
  timer: () => setTimeout(() => fail('timer'), 5),
  rejection: () => void Promise.reject(new Error('test defect: rejection')),
  async: () =>
    void Promise.resolve()
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => fail('async')),
  // Fails on a separate socket after the answer, so outside any request.
  later(response) {
    response.once('finish', () => {
      const socket = connect(1, '127.0.0.1')
      socket.once('error', () => fail('later'))
    })
    writeHead.call(response, 200)
  },
}

function fail(where) {
  throw new Error(`test defect: ${where}`)
}

ServerResponse.prototype.writeHead = function (status, ...given) {
  const defect = this.req.headers[HEADER]
  if (!Object.hasOwn(defects, defect ?? '') || status >= 500) return writeHead.call(this, status, ...given)
  this.hasDefect = true
  defects[defect](this)
  return this
}

ServerResponse.prototype.end = function (...given) {
  if (!this.hasDefect || this.headersSent) return end.apply(this, given)
  return this
}

const emit = Server.prototype.emit
Server.prototype.emit = function (event, request, ...rest) {
  if (event === 'request' && request.headers[HEADER] === 'router')
    Object.defineProperty(request, 'url', { get: () => fail('router') })
  return emit.call(this, event, request, ...rest)
}
