// Loaded before the program, by `--import`: measures how long its event loop is blocked, in processor time of its
// thread, which a busy machine does not lengthen. A request with the header returns the longest block since the
// previous such request, in milliseconds, and resets it.

import { Server } from 'node:http'

const HEADER = 'x-test-longest-stretch'
const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let last = usedMs()
let longest = 0
function look() {
  const now = usedMs()
  longest = Math.max(longest, now - last)
  last = now
}
setInterval(look, 1).unref()

const { emit } = Server.prototype
Server.prototype.emit = function (event, request, response, ...rest) {
  if (event !== 'request' || request.headers[HEADER] === undefined)
    return emit.call(this, event, request, response, ...rest)
  look()
  // The program never receives this request: it would count the connection as active, and wait for it at shutdown.
  response.shouldKeepAlive = false
  response.end(String(longest))
  longest = 0
  return true
}
